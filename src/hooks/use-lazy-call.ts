import { useDataProvider } from '@refinedev/core';
import { useCallback } from 'react';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import type { FileCall } from '#src/providers/data/declaration.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';

export type ReadCall = Call & { readonly method: 'GET' };

/**
 * A call that only reads, for an event handler. Each run makes one request and caches nothing. `useCallQuery` is for the
 * data of a screen. The returned function throws ApiError.
 */
export function useLazyCall<C extends ReadCall | FileCall>(
  call: C,
): (input: CallInput<C>, options?: CallOptions) => Promise<CallAnswer<C>> {
  const dataProvider = useDataProvider();
  return useCallback(
    async (input, options) => {
      const { custom } = dataProvider();
      if (!custom) throw new Error(`no data provider for ${call.name}`);
      const meta = { callName: call.name, options };
      const { data } = await custom({ url: call.path, method: 'get', query: input, meta });
      return data as CallAnswer<C>;
    },
    [call, dataProvider],
  );
}

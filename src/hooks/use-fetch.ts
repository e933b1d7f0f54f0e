import { useDataProvider } from '@refinedev/core';
import { useCallback } from 'react';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import type { FileCall } from '#src/providers/data/declaration.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';

/** A call that only reads. */
export type ReadCall = Call & { readonly method: 'GET' };

/**
 * A call that only reads, for what happens on a click: made once, by Refine's data provider, and nothing of the answer
 * is kept. What a screen shows is read by `useRead`. The function that is returned throws ApiError.
 */
export function useFetch<C extends ReadCall | FileCall>(
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

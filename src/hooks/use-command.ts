import { type BaseRecord, useCustomMutation } from '@refinedev/core';
import { useCallback } from 'react';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';

type CommandCall = Call & { readonly method: Exclude<Call['method'], 'GET'> };

interface Command<C extends CommandCall> {
  /** Makes the call. Throws ApiError. */
  readonly run: (input: CallInput<C>, options?: CallOptions) => Promise<CallAnswer<C>>;
  readonly isRunning: boolean;
}

/** A call that changes data, through Refine to the data provider. */
export function useCommand<C extends CommandCall>(call: C): Command<C> {
  const { mutateAsync, mutation } = useCustomMutation<BaseRecord, ApiError, CallInput<C>>();
  const run = useCallback(
    async (input: CallInput<C>, options?: CallOptions): Promise<CallAnswer<C>> => {
      const { data } = await mutateAsync({
        url: call.path,
        // Refine needs a method; the data provider uses the contract's.
        method: 'post',
        values: input,
        meta: { callName: call.name, options },
      });
      return data as CallAnswer<C>;
    },
    [call, mutateAsync],
  );
  return { run, isRunning: mutation.isPending };
}

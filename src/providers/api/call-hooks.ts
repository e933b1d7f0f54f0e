import { type BaseRecord, useCustom, useCustomMutation, useDataProvider } from '@refinedev/core';
import { useCallback } from 'react';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { instantAt } from '#contract/rules/clock.ts';
import type { FileCall } from '../data/declaration.ts';
import type { ApiError } from './api-error.ts';
import type { CallMeta, CallOptions } from './call-api.ts';
import { isQuietStatus } from './error-policy.ts';

export type ReadCall = Call & { readonly method: 'GET' };

/** A call as Refine's `custom` takes it. */
export function customCall<C extends Call>(call: C, options?: CallOptions) {
  const method = call.method.toLowerCase() as Lowercase<C['method']>;
  return { url: call.path, method, meta: { call: () => call, options } satisfies CallMeta };
}

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
      const { data } = await custom({ ...customCall(call, options), query: input });
      return data as CallAnswer<C>;
    },
    [call, dataProvider],
  );
}

type ChangingCall = Call & { readonly method: Exclude<Call['method'], 'GET'> };

/** A call that changes data, through Refine to the data provider. `run` throws ApiError. */
export function useCallMutation<C extends ChangingCall>(call: C) {
  const { mutateAsync, mutation } = useCustomMutation<BaseRecord, ApiError, CallInput<C>>();
  const run = useCallback(
    async (input: CallInput<C>, options?: CallOptions): Promise<CallAnswer<C>> => {
      const { data } = await mutateAsync({ ...customCall<ChangingCall>(call, options), values: input });
      return data as CallAnswer<C>;
    },
    [call, mutateAsync],
  );
  return { run, isRunning: mutation.isPending };
}

/** The longest interval of repeated calls that fail, in ms. */
const MAX_INTERVAL_MS = 30_000;

interface ReadOptions<C extends Call> {
  readonly enabled?: boolean;
  /** How long a cached response is valid, in ms. Default: 0. Older responses are never shown. */
  readonly staleTime?: number;
  /** Which alerts of the error policy to show. Default: all. */
  readonly alerts?: CallOptions['alerts'];
  /**
   * The ms until the next call, computed from the response; the global spinner does not show for it. Longer while the
   * calls fail, and none while the page is hidden. Default: no further call.
   */
  readonly refetchInterval?: (answer: CallAnswer<C>) => number | false;
}

/** A call that only reads, through Refine and its query cache to the data provider. */
export function useCallQuery<C extends Call>(call: C, input: CallInput<C>, options: ReadOptions<C> = {}) {
  const { enabled = true, staleTime = 0, alerts, refetchInterval } = options;
  const { query } = useCustom<BaseRecord, ApiError, CallInput<C>>({
    ...customCall<Call>(call, { alerts, background: refetchInterval !== undefined }),
    config: { query: input },
    queryOptions: {
      enabled,
      staleTime,
      gcTime: staleTime,
      refetchInterval: ({ state: { data, dataUpdatedAt, errorUpdatedAt } }) => {
        const ms = data && refetchInterval ? refetchInterval(data.data as CallAnswer<C>) : false;
        // After a failure as long as the failures have lasted.
        return ms && Math.max(ms, Math.min(errorUpdatedAt - dataUpdatedAt, MAX_INTERVAL_MS));
      },
    },
  });
  return {
    data: query.data?.data as CallAnswer<C> | undefined,
    /** When `data` arrived. */
    readAt: instantAt(query.dataUpdatedAt),
    isLoading: query.isLoading,
    error: query.error,
    refetch: query.refetch,
    /** Set after a failure that the component must show (rules §2): makes the call again. */
    onRetry: query.error && !isQuietStatus(query.error.status) ? () => void query.refetch() : undefined,
  };
}

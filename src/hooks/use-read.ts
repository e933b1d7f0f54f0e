import { type BaseRecord, useCustom } from '@refinedev/core';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';
import { isQuietForLists } from '#src/providers/http/error-policy.ts';

interface ReadOptions<C extends Call> {
  /** Whether to make the call now. */
  readonly enabled?: boolean;
  /** How long an answer is taken from the cache, in ms; 0 when not given. An older one is never shown. */
  readonly staleTime?: number;
  /** Which alerts of the error policy are put up; all when not given. */
  readonly alerts?: CallOptions['alerts'];
  /** After how many ms it is made again, by what has come; the global spinner stays still. Once when not given. */
  readonly again?: (answer: CallAnswer<C>) => number | false;
}

interface Reading<C extends Call> {
  readonly data: CallAnswer<C> | undefined;
  /** When `data` came. */
  readonly readAt: Date;
  readonly isLoading: boolean;
  readonly error: ApiError | null;
  readonly refetch: () => Promise<unknown>;
  /** Present when it failed in a way that is to be told in its place (rules §2): makes the call again. */
  readonly onRetry: (() => void) | undefined;
}

/** A call that only reads, for a screen: through Refine and its query cache to the data provider. */
export function useRead<C extends Call>(call: C, input: CallInput<C>, options: ReadOptions<C> = {}): Reading<C> {
  const { enabled = true, staleTime = 0, alerts, again } = options;
  const { query } = useCustom<BaseRecord, ApiError, CallInput<C>>({
    url: call.path,
    method: 'get',
    config: { query: input },
    meta: { callName: call.name, options: { alerts, background: again !== undefined } },
    queryOptions: {
      enabled,
      staleTime,
      gcTime: staleTime,
      refetchInterval: ({ state: { data } }) => (data && again ? again(data.data as CallAnswer<C>) : false),
    },
    successNotification: false,
    errorNotification: false,
  });
  return {
    data: query.data?.data as CallAnswer<C> | undefined,
    readAt: new Date(query.dataUpdatedAt),
    isLoading: query.isLoading,
    error: query.error,
    refetch: query.refetch,
    onRetry: query.error && !isQuietForLists(query.error.status) ? () => void query.refetch() : undefined,
  };
}

import { type BaseRecord, useCustom } from '@refinedev/core';
import type { Call, CallAnswer, CallInput } from '#contract/call.ts';
import { instantAt } from '#contract/rules/clock.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';
import { isQuietStatus } from '#src/providers/http/error-policy.ts';

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

interface Reading<C extends Call> {
  readonly data: CallAnswer<C> | undefined;
  /** When `data` arrived. */
  readonly readAt: Date;
  readonly isLoading: boolean;
  readonly error: ApiError | null;
  readonly refetch: () => Promise<unknown>;
  /** Set after a failure that the component must show (rules §2): makes the call again. */
  readonly onRetry: (() => void) | undefined;
}

/** A call that only reads, through Refine and its query cache to the data provider. */
export function useCallQuery<C extends Call>(call: C, input: CallInput<C>, options: ReadOptions<C> = {}): Reading<C> {
  const { enabled = true, staleTime = 0, alerts, refetchInterval } = options;
  const { query } = useCustom<BaseRecord, ApiError, CallInput<C>>({
    url: call.path,
    method: 'get',
    config: { query: input },
    meta: { callName: call.name, options: { alerts, background: refetchInterval !== undefined } },
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
    readAt: instantAt(query.dataUpdatedAt),
    isLoading: query.isLoading,
    error: query.error,
    refetch: query.refetch,
    onRetry: query.error && !isQuietStatus(query.error.status) ? () => void query.refetch() : undefined,
  };
}

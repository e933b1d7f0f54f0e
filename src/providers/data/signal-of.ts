import type { MetaQuery } from '@refinedev/core';

/** The signal by which the query cache ends a call that nobody waits for any more. */
export function signalOf(meta: MetaQuery | undefined): AbortSignal | undefined {
  const signal: unknown = meta?.signal ?? meta?.queryContext?.signal;
  return signal instanceof AbortSignal ? signal : undefined;
}

import { isQuietStatus } from '#src/providers/http/error-policy.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** The state of a dashboard read; `figures` are undefined if there is nothing to show. */
export type Reading<Figures> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ApiError; readonly retry: () => void }
  | { readonly state: 'ready'; readonly figures: Figures | undefined };

interface List {
  readonly error: ApiError | null;
  readonly refetch: () => Promise<unknown>;
}

/** Options of the dashboard's reads. Only the place of the figures shows a failure, with its trace id. */
export const DASHBOARD_LIST = { attempt: 0, alerts: 'expiry-only' } as const;

/**
 * Turns the state of a list read into a dashboard state. An error that is not shown counts as no rows (§8, rules §2).
 */
export function readingOf<Figures>({ error, refetch }: List, figures: Figures | undefined | null): Reading<Figures> {
  if (error && !isQuietStatus(error.status)) {
    return { state: 'failed', error, retry: () => void refetch() };
  }
  if (error) return { state: 'ready', figures: undefined };
  return figures === null ? { state: 'loading' } : { state: 'ready', figures };
}

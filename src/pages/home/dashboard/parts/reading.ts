import { isQuietForLists } from '#src/providers/http/error-policy.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';

/** Where the reading of the figures stands; `figures` are absent where there is nothing to show. */
export type Reading<Figures> =
  | { readonly state: 'loading' }
  | { readonly state: 'failed'; readonly error: ApiError; readonly retry: () => void }
  | { readonly state: 'ready'; readonly figures: Figures | undefined };

interface List {
  readonly error: ApiError | null;
  readonly refetch: () => Promise<unknown>;
}

/** How the dashboard reads a list: its failure is told once, in the figures' place, with its trace. */
export const DASHBOARD_LIST = { attempt: 0, alerts: 'expiry-only' } as const;

/** What a list that was read, or not, means for the dashboard; a quiet error is as no rows (§8, rules §2). */
export function readingOf<Figures>({ error, refetch }: List, figures: Figures | undefined | null): Reading<Figures> {
  if (error && !isQuietForLists(error.status)) {
    return { state: 'failed', error, retry: () => void refetch() };
  }
  if (error) return { state: 'ready', figures: undefined };
  return figures === null ? { state: 'loading' } : { state: 'ready', figures };
}

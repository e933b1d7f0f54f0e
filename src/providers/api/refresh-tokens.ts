import type { Tokens } from '#contract/calls/authentication.ts';
import { pauseAfter, sleep } from '../loading/pauses.ts';
import { askForNewerPair, isOutdated, noteNewestVersion, shareTokens, withRefreshLock } from '../session/tab-sync.ts';
import { readTokens, renewTokens } from '../session/tokens.ts';

/** How long a server that is not ready is asked again, in ms, and the first and longest pause (rules §3). */
const ASKING_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 2000;

/** What a gateway or an overloaded server answers: the seconds to wait, if it names them. */
interface Busy {
  readonly retryAfter: number | undefined;
}

/** Exchanges a refresh token: a new pair, a refusal, no response, or that of a server that is not ready (rules §3). */
export type Exchange = (refreshToken: string) => Promise<Tokens | Busy | 'refused' | 'unreachable'>;

/**
 * The result of a refresh: there is a newer token, the session has ended, the server did not respond, or this tab has
 * signed out meanwhile.
 */
type RefreshResult = 'refreshed' | 'ended' | 'unreachable' | 'signed-out';

let flight: Promise<RefreshResult> | null = null;

function changedSince(start: Tokens): RefreshResult | null {
  const now = readTokens();
  if (!now) return 'signed-out';
  // A server may keep the refresh token.
  return now.accessToken === start.accessToken ? null : 'refreshed';
}

/** The pause before a server that is not ready is asked again, in ms; undefined if it is asked no more. */
function pauseWithin(leftMs: number, failures: number, { retryAfter }: Busy): number | undefined {
  if (leftMs <= 0) return undefined;
  if (retryAfter === undefined) return Math.min(pauseAfter(failures, FIRST_PAUSE_MS, MAX_PAUSE_MS), leftMs);
  return retryAfter * 1000 <= leftMs ? retryAfter * 1000 : undefined;
}

/** Exchanges the pair, if need be several times; gives up if this tab meanwhile has another pair, or none. */
async function exchangePatiently(start: Tokens, exchange: Exchange): Promise<Tokens | 'refused' | 'unreachable'> {
  let end: number | undefined;
  for (let failures = 0; ; failures += 1) {
    const result = await exchange(start.refreshToken);
    if (typeof result === 'string' || 'accessToken' in result) return result;
    const now = performance.now();
    end ??= now + ASKING_MS;
    const pause = pauseWithin(end - now, failures, result);
    if (pause === undefined) return 'refused';
    await sleep(pause);
    if (changedSince(start)) return 'refused';
  }
}

async function refresh(start: Tokens, exchange: Exchange): Promise<RefreshResult> {
  // Another tab may have got a pair while this tab waited for the lock, or slept.
  if (!changedSince(start)) await askForNewerPair();
  const before = changedSince(start);
  if (before) return before;
  if (isOutdated()) return 'ended';
  const result = await exchangePatiently(start, exchange);
  const meanwhile = changedSince(start);
  if (meanwhile) return meanwhile;
  if (result === 'unreachable') return 'unreachable';
  if (result === 'refused') return 'ended';
  renewTokens(result);
  noteNewestVersion();
  shareTokens();
  return 'refreshed';
}

/** Gets a pair newer than the refused access token: one exchange for all requests in all tabs (rules §3). */
export async function refreshTokens(refusedAccessToken: string, exchange: Exchange): Promise<RefreshResult> {
  const start = readTokens();
  if (!start) return 'signed-out';
  if (start.accessToken !== refusedAccessToken) return 'refreshed';
  flight ??= withRefreshLock(() => refresh(start, exchange)).finally(() => {
    flight = null;
  });
  return flight;
}

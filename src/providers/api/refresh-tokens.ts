import type { Tokens } from '#contract/calls/authentication.ts';
import { askForNewerPair, isOutdated, noteNewestVersion, shareTokens, withRefreshLock } from '../session/tab-sync.ts';
import { readTokens, renewTokens } from '../session/tokens.ts';

/** Exchanges a refresh token: a new pair, a refusal, or no response (rules §3). */
type Exchange = (refreshToken: string) => Promise<Tokens | 'refused' | 'unreachable'>;

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

async function refresh(start: Tokens, exchange: Exchange): Promise<RefreshResult> {
  // Another tab may have got a pair while this tab waited for the lock, or slept.
  if (!changedSince(start)) await askForNewerPair();
  const before = changedSince(start);
  if (before) return before;
  if (isOutdated()) return 'ended';
  const result = await exchange(start.refreshToken);
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

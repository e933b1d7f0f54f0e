import type { AuthActionResponse, AuthProvider } from '@refinedev/core';
import { knownFeatures } from '../features/features.ts';
import { ApiError } from '../http/api-error.ts';
import { callApi } from '../http/call-api.ts';
import { notifyError } from '../http/notify-error.ts';
import { timeLimits } from '../http/time-limits.ts';
import { withinTime } from '../loading/retry.ts';
import { paths } from '../paths.ts';
import { writeDesiredLocation } from '../session/desired-location.ts';
import { forgetSession } from '../session/session.ts';
import { shareSignOut } from '../session/tab-sync.ts';
import { isSignedIn } from '../session/tokens.ts';
import { loadAuthentication, readIdentity } from './identity.ts';
import { completeSignOn, startSignOn } from './sign-on.ts';

/** What `login` takes: nothing to start a sign-on, the `sessionId` of the return route to end it. */
export interface LoginParams {
  readonly sessionId?: string;
  /** Where to return to after the sign-on that starts now, path and query. */
  readonly desiredLocation?: string;
}

/** @param isSaidInPlace whether the screen itself says that the sign-on has failed, so that what §8 leaves quiet stays so */
function failed(error: unknown, isSaidInPlace: boolean): AuthActionResponse {
  const isTold = error instanceof ApiError && (error.shown || isSaidInPlace);
  if (!isTold) notifyError({});
  return { success: false, error: error instanceof Error ? error : new ApiError({}) };
}

async function login({ sessionId, desiredLocation }: LoginParams = {}): Promise<AuthActionResponse> {
  try {
    if (sessionId !== undefined) return { success: true, redirectTo: await completeSignOn(sessionId) };
    if (desiredLocation !== undefined) writeDesiredLocation(desiredLocation);
    await startSignOn();
    return { success: true };
  } catch (error) {
    return failed(error, sessionId !== undefined || desiredLocation !== undefined);
  }
}

async function tellServer(): Promise<void> {
  const [{ calls }, { signOut }] = await Promise.all([knownFeatures(), loadAuthentication()]);
  // Who was kept waiting too long has left without it.
  if (calls.includes(signOut.name) && isSignedIn()) await callApi(signOut, {}, { alerts: 'none' });
}

/**
 * Signs out, in all tabs of this session: the tokens, the cart's id and everything read are dropped (§4). A server that
 * names the call, an extra of ours (rules §1), is told; the tokens of any other, or of one that is not reached in
 * time, die of age. Never rejects.
 */
async function signOut(): Promise<void> {
  if (isSignedIn()) await withinTime(tellServer(), timeLimits.signOut).catch(() => undefined);
  shareSignOut();
  forgetSession();
}

/**
 * Refine's auth provider over the single sign-on (§7). An error never signs out: the HTTP client alone decides when a
 * session has ended (design §2).
 */
export const authProvider: AuthProvider = {
  login,
  logout: async () => {
    await signOut();
    return { success: true, redirectTo: paths.home };
  },
  check: () => Promise.resolve({ authenticated: isSignedIn() }),
  onError: () => Promise.resolve({}),
  getIdentity: readIdentity,
};

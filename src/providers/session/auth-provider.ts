import type { AuthActionResponse, AuthProvider } from '@refinedev/core';
import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { knownFeatures } from '../api/features.ts';
import { notifyError } from '../api/notify-error.ts';
import { timeLimits } from '../api/time-limits.ts';
import { translate } from '../i18n.ts';
import { withinTime } from '../loading/retry.ts';
import { showAlert } from '../notifications/alert-store.ts';
import { paths } from '../paths.ts';
import { loadAuthentication, obstacleOf, startSignOn } from './begin-sign-on.ts';
import { writeDesiredLocation } from './desired-location.ts';
import { completeSignOn } from './end-sign-on.ts';
import { readIdentity } from './identity.ts';
import { forgetSession } from './session.ts';
import { shareSignOut } from './tab-sync.ts';
import { isSignedIn } from './tokens.ts';

/** The parameter of `login`: empty to start a sign-on, the `sessionId` of the return route to end it. */
export interface LoginParams {
  readonly sessionId?: string;
  /** Path and query to return to after the sign-on. */
  readonly desiredLocation?: string;
}

/** @param isSaidInPlace whether the screen shows the failure itself, if §8 has no alert for it */
function failed(error: unknown, isSaidInPlace: boolean): AuthActionResponse {
  if (!(error instanceof ApiError && (error.shown || isSaidInPlace))) {
    const obstacle = obstacleOf(error);
    if (obstacle) showAlert({ kind: 'danger', text: translate(`error:${obstacle}`), duration: null });
    else notifyError({});
  }
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

/** @returns where the browser goes next, if the server says so: an address at which the identity provider ends its session */
async function requestSignOut(): Promise<string | undefined> {
  if (!isSignedIn()) return undefined;
  const [{ calls }, { signOut }] = await Promise.all([knownFeatures(), loadAuthentication()]);
  // The sign-out may have ended already without waiting for this call.
  if (!calls.includes(signOut.name) || !isSignedIn()) return undefined;
  const { nextUrl } = await callApi(signOut, {}, { alerts: 'none' });
  return nextUrl;
}

/**
 * Refine's auth provider for the single sign-on (§7). An error never signs out: only the HTTP client ends a session
 * (design §2).
 */
export const authProvider: AuthProvider = {
  login,
  /**
   * Signs out in all tabs of this session: clears the tokens, the cart's id and all cached data (§4). Calls the server
   * if it offers that call, an extra of ours (rules §1). Without that call, or without a response in time, the tokens
   * expire by age.
   */
  logout: async () => {
    const nextUrl = await withinTime(requestSignOut(), timeLimits.signOut).catch(() => undefined);
    shareSignOut();
    forgetSession();
    if (nextUrl !== undefined && /^https?:/i.test(nextUrl)) window.location.assign(nextUrl);
    return { success: true, redirectTo: paths.home };
  },
  check: () => Promise.resolve({ authenticated: isSignedIn() }),
  onError: () => Promise.resolve({}),
  getIdentity: readIdentity,
};

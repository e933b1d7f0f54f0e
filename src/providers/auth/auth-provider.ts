import type { AuthActionResponse, AuthProvider } from '@refinedev/core';
import { ApiError } from '../http/api-error.ts';
import { notifyError } from '../http/notify-error.ts';
import { paths } from '../paths.ts';
import { writeDesiredLocation } from '../session/desired-location.ts';
import { isSignedIn } from '../session/tokens.ts';
import { completeSignOn } from './complete-sign-on.ts';
import { currentIdentity } from './identity.ts';
import { signOut } from './sign-out.ts';
import { startSignOn } from './start-sign-on.ts';

/** What `login` takes: nothing to start a sign-on, the `sessionId` of the return route to end it. */
export interface LoginParams {
  readonly sessionId?: string;
  /** Where to return to after the sign-on that starts now, path and query. */
  readonly desiredLocation?: string;
}

function failed(error: unknown): AuthActionResponse {
  const isShown = error instanceof ApiError && error.shown;
  if (!isShown) notifyError({});
  return { success: false, error: error instanceof Error ? error : new ApiError({}) };
}

async function login({ sessionId, desiredLocation }: LoginParams = {}): Promise<AuthActionResponse> {
  try {
    if (sessionId !== undefined) return { success: true, redirectTo: await completeSignOn(sessionId) };
    if (desiredLocation !== undefined) writeDesiredLocation(desiredLocation);
    await startSignOn();
    return { success: true };
  } catch (error) {
    return failed(error);
  }
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
  getIdentity: currentIdentity,
};

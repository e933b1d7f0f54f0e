import { ApiError } from '../api/api-error.ts';
import { navigateTo } from '../navigation.ts';
import { adminPaths, paths, publicPaths } from '../paths.ts';
import { exchangeSession } from './begin-sign-on.ts';
import { takeDesiredLocation } from './desired-location.ts';
import { currentIdentity } from './identity.ts';

const NOT_REGISTERED = 404;

/** The first screen of each profile (§2, §6). */
const FIRST_SCREENS = new Map<string, string>([
  ['BUSINESS', paths.patientSearch],
  ['ASL', paths.amcOrderSummary],
  ['OPERATOR', adminPaths.patients],
]);

/**
 * Whether a location is for operators and the user is none, or the other way round. Operators have the screens below
 * the operators' root, everybody else the others (§6).
 */
function isOfOtherProfile(profile: string, location: string): boolean {
  const { pathname } = new URL(location, window.location.origin);
  const isForOperators = `${pathname}/`.startsWith(`${adminPaths.root}/`);
  return !Object.values<string>(publicPaths).includes(pathname) && isForOperators !== (profile === 'OPERATOR');
}

/** Whether a return began to be ended before the portal rendered, and its screen has not joined. */
let isReturning = false;

/** Whether the return that this page opened with is being ended, and its screen has not joined. */
export function isReturnBegun(): boolean {
  return isReturning;
}

/**
 * Ends a sign-on before the portal renders and goes where it leads, unless its screen has joined.
 * @throws as `completeSignOn`
 */
export async function beginReturn(sessionId: string): Promise<void> {
  const underway = completeSignOn(sessionId);
  isReturning = true;
  const path = await underway;
  // It stays begun until the router has drawn the page: the screen of the return may be drawn before, and joins.
  if (!isReturnBegun()) return;
  // Back must not come upon the one-time session.
  navigateTo(path, { replace: true });
}

async function complete(sessionId: string): Promise<string> {
  try {
    await exchangeSession(sessionId);
  } catch (error) {
    if (error instanceof ApiError && error.status === NOT_REGISTERED) return paths.userNotFound;
    throw error;
  }
  const identity = await currentIdentity();
  if (!identity) return paths.userNotFound;
  const { username, profile } = identity;
  const desired = takeDesiredLocation(username);
  if (desired !== null && !isOfOtherProfile(profile, desired)) return desired;
  return FIRST_SCREENS.get(profile) ?? paths.home;
}

let last: { readonly sessionId: string; readonly path: Promise<string> } | null = null;

/**
 * Ends a single sign-on (§2, §7): exchanges the one-time session for tokens. Two calls with the same session make one
 * exchange.
 * @returns the path to go to: the stored location, the default, or `/user-not-found` for an unregistered user (rules
 * §1)
 * @throws ApiError if the exchange fails, or if the sign-on was not started in this tab
 */
export function completeSignOn(sessionId: string): Promise<string> {
  isReturning = false;
  if (last?.sessionId !== sessionId) last = { sessionId, path: complete(sessionId) };
  return last.path;
}

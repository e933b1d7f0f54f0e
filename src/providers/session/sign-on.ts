import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { navigateTo } from '../navigation.ts';
import { adminPaths, paths, publicPaths } from '../paths.ts';
import { runtimeConfig } from '../runtime-config.ts';
import { takeDesiredLocation, writeDesiredLocation } from './desired-location.ts';
import { currentIdentity, loadAuthentication } from './identity.ts';
import { isText, storedValue, tabStore } from './storage.ts';
import { writeTokens } from './tokens.ts';

const NOT_REGISTERED = 404;

/** The RelayState of the running sign-on (§7). */
export const relayState = storedValue('relayState', isText);

/** What keeps a sign-on from working here, a key under `error:`. */
const OBSTACLES = ['STORAGE_REFUSED', 'SIGN_ON_ELSEWHERE'] as const;
type Obstacle = (typeof OBSTACLES)[number];

/** The obstacle that a sign-on met, for its own words; undefined for any other failure. */
export function obstacleOf(error: unknown): Obstacle | undefined {
  return error instanceof ApiError ? OBSTACLES.find((one) => one === error.description) : undefined;
}

/** @throws ApiError if the browser would forget the sign-on while it is at the identity provider */
function refuseWithoutStorage(): void {
  if (!tabStore.isLasting()) throw new ApiError({ description: 'STORAGE_REFUSED' });
}

/** The first screen of each profile (§2, §6). */
const FIRST_SCREENS = new Map<string, string>([
  ['BUSINESS', paths.patientSearch],
  ['ASL', paths.amcOrderSummary],
  ['OPERATOR', adminPaths.patients],
]);

const PUBLIC_PATHS: readonly string[] = Object.values(publicPaths);

/**
 * Whether a location is for operators and the user is none, or the other way round. Operators have the screens below
 * the operators' root, everybody else the others (§6).
 */
function isOfOtherProfile(profile: string, location: string): boolean {
  const { pathname } = new URL(location, window.location.origin);
  const isForOperators = `${pathname}/`.startsWith(`${adminPaths.root}/`);
  return !PUBLIC_PATHS.includes(pathname) && isForOperators !== (profile === 'OPERATOR');
}

/** Leaves the portal by posting hidden fields to another site. */
function postForm(action: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = action;
  form.hidden = true;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    input.name = name;
    input.value = value;
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

/** A sign-on that began before the portal rendered, until the screen that would begin it joins. */
let begun: Promise<void> | undefined;
/** Whether a return began to be ended before the portal rendered, and its screen has not joined. */
let isReturning = false;

/** Whether the return that this page opened with is being ended, and its screen has not joined. */
export function isReturnBegun(): boolean {
  return isReturning;
}

/**
 * Starts the sign-on before the portal renders, because it needs no screen. The screen joins it. Does not resolve while
 * the page is being left, which a render would delay.
 * @throws as `startSignOn`
 */
export async function beginSignOn(desiredLocation: string): Promise<void> {
  writeDesiredLocation(desiredLocation);
  begun = askForSignOn();
  await begun;
  await new Promise(() => undefined);
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

/**
 * Starts the single sign-on (§7): posts a hidden form to the identity provider, which leaves the portal.
 * @throws ApiError if the server does not start it, or if the browser stores nothing
 */
export async function startSignOn(): Promise<void> {
  const underway = begun ?? askForSignOn();
  begun = undefined;
  await underway;
}

async function askForSignOn(): Promise<void> {
  refuseWithoutStorage();
  const { requestSignOn } = await loadAuthentication();
  const { clientId } = runtimeConfig().sso;
  const { amRasRequest } = await callApi(requestSignOn, { body: { clientId, profile: 'BUSINESS' } });
  const { RelayState, SAMLRequest, ssoUrl } = amRasRequest;
  relayState.write(RelayState);
  postForm(ssoUrl, { RelayState, SAMLRequest });
}

/**
 * Puts the home page below the entry of a return from the identity provider, whose pages are results of POST requests:
 * the first Back stays in the portal, and nothing is sent again. Call it before the first render. A reload adds nothing,
 * because the router has marked the entry by then.
 */
export function putHomeBelowReturn(): void {
  const { pathname, search } = window.location;
  if (pathname !== paths.signOnReturn || window.history.state !== null) return;
  window.history.replaceState(null, '', paths.home);
  window.history.pushState(null, '', pathname + search);
}

async function exchange(sessionId: string): Promise<void> {
  const RelayState = relayState.read();
  relayState.remove();
  if (RelayState === null) {
    refuseWithoutStorage();
    throw new ApiError({ description: 'SIGN_ON_ELSEWHERE' });
  }
  const { exchangeSignOn } = await loadAuthentication();
  const { auth } = await callApi(exchangeSignOn, { body: { sessionId, RelayState } });
  writeTokens(auth);
}

async function complete(sessionId: string): Promise<string> {
  try {
    await exchange(sessionId);
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

import { ApiError } from '../api/api-error.ts';
import { callApi } from '../api/call-api.ts';
import { loadLazy } from '../loading/load-lazy.ts';
import { paths } from '../paths.ts';
import { runtimeConfig } from '../runtime-config.ts';
import { writeDesiredLocation } from './desired-location.ts';
import { isText, storedValue, tabStore } from './storage.ts';
import { writeTokens } from './tokens.ts';

const importAuthentication = () => import('#contract/calls/authentication.ts');

/** Loads the calls of the sign-on and of the identity. Throws LoadError. */
export const loadAuthentication = () => loadLazy(importAuthentication);

/** The RelayState of the running sign-on (§7). */
export const relayState = storedValue('relayState', isText);

/** What keeps a sign-on from working here, a key under `error:`. */
const OBSTACLES = ['STORAGE_REFUSED', 'SIGN_ON_ELSEWHERE', 'SIGN_ON_BLOCKED', 'SIGN_ON_UNANSWERED'] as const;
type Obstacle = (typeof OBSTACLES)[number];

/** The obstacle that a sign-on met, for its own words; undefined for any other failure. */
export function obstacleOf(error: unknown): Obstacle | undefined {
  return error instanceof ApiError ? OBSTACLES.find((one) => one === error.description) : undefined;
}

/** @throws ApiError if the browser would forget the sign-on while it is at the identity provider */
function refuseWithoutStorage(): void {
  if (!tabStore.isLasting()) throw new ApiError({ description: 'STORAGE_REFUSED' });
}

/** How long the identity provider may take to show its page, in ms. */
const UNANSWERED_MS = 20_000;

/**
 * Leaves the portal by posting hidden fields to another site. Does not resolve while the page is being left.
 * @throws ApiError if the page stays: the browser blocks the form or where it is redirected to, or nothing comes
 */
function postForm(action: string, fields: Readonly<Record<string, string>>): Promise<never> {
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
  return new Promise((_resolve, reject) => {
    const fail = (description: Obstacle) => {
      clearTimeout(timer);
      document.removeEventListener('securitypolicyviolation', onViolation);
      form.remove();
      reject(new ApiError({ description }));
    };
    const onViolation = ({ effectiveDirective, disposition }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === 'form-action' && disposition === 'enforce') fail('SIGN_ON_BLOCKED');
    };
    const timer = setTimeout(() => fail('SIGN_ON_UNANSWERED'), UNANSWERED_MS);
    document.addEventListener('securitypolicyviolation', onViolation);
    form.submit();
  });
}

/** A sign-on that began before the portal rendered, until the screen that would begin it joins. */
let begun: Promise<void> | undefined;
/**
 * Starts the sign-on before the portal renders, because it needs no screen. The screen joins it.
 * @throws as `startSignOn`
 */
export async function beginSignOn(desiredLocation: string): Promise<void> {
  writeDesiredLocation(desiredLocation);
  begun = askForSignOn();
  await begun;
}

/**
 * Starts the single sign-on (§7): posts a hidden form to the identity provider, which leaves the portal. Does not resolve
 * while the page is being left.
 * @throws ApiError if the server does not start it, if the browser stores nothing, or if the page stays
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
  await postForm(ssoUrl, { RelayState, SAMLRequest });
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

let exchanged: { readonly sessionId: string; readonly underway: Promise<void> } | undefined;

/**
 * Exchanges the one-time session for tokens (§7). Two calls with the same session make one exchange.
 * @throws ApiError if the server does not exchange it, or if this tab did not begin the sign-on
 */
export async function exchangeSession(sessionId: string): Promise<void> {
  if (exchanged?.sessionId !== sessionId) exchanged = { sessionId, underway: exchange(sessionId) };
  await exchanged.underway;
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

import { ApiError } from '../http/api-error.ts';
import { callApi } from '../http/call-api.ts';
import { retry } from '../loading/retry.ts';
import { paths } from '../paths.ts';
import { takeDesiredLocation } from '../session/desired-location.ts';
import { relayState } from '../session/relay-state.ts';
import { writeTokens } from '../session/tokens.ts';
import { currentIdentity } from './identity.ts';

const NOT_REGISTERED = 404;

/** Where the work of a profile begins (§2, §6). */
const FIRST_SCREENS = new Map<string, string>([
  ['BUSINESS', paths.patientSearch],
  ['ASL', paths.amcOrderSummary],
]);

async function exchange(sessionId: string): Promise<void> {
  const RelayState = relayState.read();
  relayState.remove();
  if (RelayState === null) throw new ApiError({});
  const { exchangeSignOn } = await retry(() => import('#contract/calls/authentication.ts'));
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
  return takeDesiredLocation(identity.username) ?? FIRST_SCREENS.get(identity.profile) ?? paths.home;
}

let last: { readonly sessionId: string; readonly path: Promise<string> } | null = null;

/**
 * Ends a single sign-on (§2, §7): exchanges the one-time session for tokens and answers the path to go to, the stored
 * location or the default one; `/user-not-found` for who is not registered (decisions §1). The same session asked for
 * twice is exchanged once.
 * @throws ApiError when the exchange failed
 */
export function completeSignOn(sessionId: string): Promise<string> {
  if (last?.sessionId !== sessionId) last = { sessionId, path: complete(sessionId) };
  return last.path;
}

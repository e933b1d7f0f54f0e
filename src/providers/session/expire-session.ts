import { navigateTo } from '../navigation.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { writeDesiredLocation } from './desired-location.ts';
import { forgetNewestPair } from './newest-pair.ts';
import { storedDoubts } from './purchases-in-doubt.ts';
import { signedInUser } from './signed-in-user.ts';
import { clearSessionStorage, isSignedIn } from './tokens.ts';
import { storedCart } from './unfinished-cart.ts';

const REDIRECT_MS = 5000;

let isHomeAhead = false;

function leave(): void {
  isHomeAhead = false;
  if (isSignedIn()) return;
  queryClient.clear();
  navigateTo(paths.home);
}

/**
 * Ends the session of this tab because the server has refused to prolong it (§4, §8): session storage is cleared but
 * for the way back (decisions §3), and what was read with it; what is on the screen goes with the screen, when home
 * follows after 5 s.
 * @returns whether it has ended now: once, however many requests find out
 */
export function expireSession(): boolean {
  if (!isSignedIn()) return false;
  const cart = storedCart.read();
  const doubts = storedDoubts.read();
  const username = signedInUser.read() ?? cart?.username;
  forgetNewestPair();
  clearSessionStorage();
  writeDesiredLocation(window.location.pathname + window.location.search, username);
  if (cart) storedCart.write(cart);
  if (doubts) storedDoubts.write(doubts);
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.getMutationCache().clear();
  isHomeAhead = true;
  setTimeout(leave, REDIRECT_MS);
  return true;
}

/** Whether the end of the session is being told at this moment: home follows, and no sign-on is to forestall it (§8). */
export function isSessionEnding(): boolean {
  return isHomeAhead && !isSignedIn();
}

import { navigateTo } from '../navigation.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { writeDesiredLocation } from './desired-location.ts';
import { forgetNotes } from './tab-sync.ts';
import { clearSessionStorage, isSignedIn, onTokensChange } from './tokens.ts';
import { storedUnconfirmed } from './unconfirmed-purchases.ts';
import { storedCart } from './unfinished-cart.ts';

const REDIRECT_MS = 5000;

/** Who is signed in, once it is known. */
let signedInUser: string | null = null;

onTokensChange(() => {
  if (!isSignedIn()) signedInUser = null;
});

/** Notes who is signed in: the way back and the carts are this user's when the session ends. */
export function noteSignedInUser(username: string): void {
  signedInUser = username;
}

let isHomeAhead = false;

function goHome(): void {
  isHomeAhead = false;
  if (isSignedIn()) return;
  queryClient.clear();
  navigateTo(paths.home);
}

/**
 * Ends the session of this tab because the server has refused to prolong it (§4, §8): session storage is cleared but
 * for the way back (rules §3), and what was read with it; what is on the screen goes with the screen, when home
 * follows after 5 s.
 * @returns whether it has ended now: once, however many requests find out
 */
export function expireSession(): boolean {
  if (!isSignedIn()) return false;
  const cart = storedCart.read();
  const unconfirmed = storedUnconfirmed.read();
  const username = signedInUser ?? cart?.username;
  forgetNotes();
  clearSessionStorage();
  writeDesiredLocation(window.location.pathname + window.location.search, username);
  if (cart) storedCart.write(cart);
  if (unconfirmed) storedUnconfirmed.write(unconfirmed);
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.getMutationCache().clear();
  isHomeAhead = true;
  setTimeout(goHome, REDIRECT_MS);
  return true;
}

/** Whether the end of the session is being told at this moment: home follows, and no sign-on is to forestall it (§8). */
export function isSessionEnding(): boolean {
  return isHomeAhead && !isSignedIn();
}

/** Forgets everything of the session in this tab: session storage, what was read, and what screens keep in memory (§4). */
export function forgetSession(): void {
  forgetNotes();
  clearSessionStorage();
  queryClient.clear();
}

/** Leaves the session because its user has signed out in another tab. */
export function leaveSession(): void {
  forgetSession();
  navigateTo(paths.home);
}

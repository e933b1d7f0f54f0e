import { navigateTo } from '../navigation.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { writeDesiredLocation } from './desired-location.ts';
import { forgetNotes } from './tab-sync.ts';
import { clearSessionStorage, isSignedIn, onTokensChange } from './tokens.ts';
import { keepDoubtsOver, storedCart, storedUnconfirmed } from './unfinished-cart.ts';

const REDIRECT_MS = 5000;

let signedInUser: string | null = null;

/** Set from the end of a session until the home page opens; undefined while a session lasts. */
let homeTimer: ReturnType<typeof setTimeout> | undefined;

function stayHere(): void {
  clearTimeout(homeTimer);
  homeTimer = undefined;
}

onTokensChange(() => {
  if (isSignedIn()) stayHere();
  else signedInUser = null;
});

/** Notes the signed-in user, who owns the way back and the carts when the session ends. */
export function noteSignedInUser(username: string): void {
  signedInUser = username;
}

function goHome(): void {
  homeTimer = undefined;
  queryClient.clear();
  navigateTo(paths.home);
}

/**
 * Ends the session of this tab after the server has refused to extend it (§4, §8). Clears the session storage except
 * the way back, the cart's id and the unconfirmed purchases (rules §3), and the cached data that no screen
 * shows. The screen goes at once, because it may show patients; the home page opens after 5 s.
 * @returns whether this call ended it; only the first of several calls does
 */
export function expireSession(): boolean {
  if (!isSignedIn()) return false;
  const cart = storedCart.read();
  const unconfirmed = storedUnconfirmed.read();
  const username = signedInUser ?? cart?.username;
  forgetNotes();
  homeTimer = setTimeout(goHome, REDIRECT_MS);
  clearSessionStorage();
  writeDesiredLocation(window.location.pathname + window.location.search, username);
  if (cart) storedCart.write(cart);
  if (unconfirmed) storedUnconfirmed.write(unconfirmed);
  queryClient.removeQueries({ type: 'inactive' });
  queryClient.getMutationCache().clear();
  return true;
}

/** Whether the alert about the ended session shows: the home page follows, and no sign-on may start before (§8). */
export function isSessionEnding(): boolean {
  return homeTimer !== undefined;
}

/**
 * Clears the session in this tab: session storage, cached data, and the screens' state in memory (§4). A purchase in
 * doubt stays, but by its command alone (rules §3).
 */
export function forgetSession(): void {
  forgetNotes();
  keepDoubtsOver(clearSessionStorage);
  queryClient.clear();
}

/** Leaves the session after a sign-out in another tab. */
export function leaveSession(): void {
  forgetSession();
  navigateTo(paths.home);
}

/**
 * Browsers keep a page in memory for 'Back', with the session of the moment when it was left. Firefox keeps its session
 * storage too, which would come back in place of the present one. A page that holds a lock is not kept; one that is kept
 * nevertheless is cleared and loaded again. Call it once at the start.
 */
export function preventKeptPage(): void {
  if ('locks' in navigator) {
    const forever = () => new Promise(() => undefined);
    navigator.locks.request('page', { mode: 'shared' }, forever).catch(() => undefined);
  }
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    document.body.replaceChildren();
    window.location.reload();
  });
}

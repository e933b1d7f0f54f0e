import { translate } from '../i18n/i18n.ts';
import { navigateTo } from '../navigation.ts';
import { showAlert } from '../notifications/alert-store.ts';
import { paths } from '../paths.ts';
import { queryClient } from '../query-client.ts';
import { writeDesiredLocation } from './desired-location.ts';
import { clearSessionStorage, isSignedIn } from './tokens.ts';
import { storedCart } from './unfinished-cart.ts';

const ALERT_MS = 10_000;
const REDIRECT_MS = 5000;

function leave(): void {
  if (isSignedIn()) return;
  queryClient.getQueryCache().clear();
  navigateTo(paths.home);
}

/**
 * Ends the session of this tab because the server has refused to prolong it (§4, §8): the alert for 10 s, session
 * storage cleared but for the way back (decisions §3), home after 5 s. Once, however many requests find out.
 */
export function expireSession(): void {
  if (!isSignedIn()) return;
  const cart = storedCart.read();
  clearSessionStorage();
  writeDesiredLocation(window.location.pathname + window.location.search);
  if (cart) storedCart.write(cart);
  showAlert({ kind: 'danger', text: translate('error:sessionExpired'), duration: ALERT_MS, dismissible: true });
  setTimeout(leave, REDIRECT_MS);
}

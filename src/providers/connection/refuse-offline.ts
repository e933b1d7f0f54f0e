import { translate } from '../i18n/i18n.ts';
import { NOTICE_MS, dismissAlert, showAlert } from '../notifications/alert-store.ts';
import { isOnline } from './connection.ts';

const KEY = 'OFFLINE';

/** Removes the refusal when the connection is back. */
export function dismissRefusal(): void {
  dismissAlert(KEY);
}

/**
 * Shows a refusal if there is no connection.
 * @returns whether it refused
 */
export function refuseOffline(): boolean {
  if (isOnline()) return false;
  const text = translate('common:offline.refused');
  showAlert({ kind: 'warning', text, key: KEY, duration: NOTICE_MS, dismissible: true });
  return true;
}

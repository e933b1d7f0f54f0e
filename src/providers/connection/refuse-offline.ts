import { translate } from '../i18n/i18n.ts';
import { NOTICE_MS, dismissAlert, showAlert } from '../notifications/alert-store.ts';
import { isOnline } from './connection.ts';

const KEY = 'OFFLINE';

/** Takes the refusal away: there is a connection again. */
export function dismissRefusal(): void {
  dismissAlert(KEY);
}

/** Refuses what needs the connection while there is none, in words. @returns whether it was refused */
export function refuseOffline(): boolean {
  if (isOnline()) return false;
  const text = translate('common:offline.refused');
  showAlert({ kind: 'warning', text, key: KEY, duration: NOTICE_MS, dismissible: true });
  return true;
}

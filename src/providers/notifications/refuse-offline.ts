import type { MouseEvent } from 'react';
import { isOnline, useIsOnline } from '../api/connection.ts';
import { translate } from '../i18n.ts';
import { dismissAlert, showAlert } from './alert-store.ts';

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
  showAlert({ kind: 'warning', text, key: KEY });
  return true;
}

/**
 * Without a connection the button is disabled, and explains why when it is pressed, also by Enter in its form. It uses
 * `aria-disabled`, because a disabled button would lose the focus.
 */
export function useOnlinePress<E = HTMLElement>(onClick?: (event: MouseEvent<E>) => void) {
  const isOnline = useIsOnline();
  return {
    'aria-disabled': isOnline ? undefined : (true as const),
    onClick: (event: MouseEvent<E>) => {
      if (!refuseOffline()) {
        onClick?.(event);
        return;
      }
      // The form must not submit, and the row must not open.
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

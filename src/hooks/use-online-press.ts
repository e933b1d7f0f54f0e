import type { MouseEvent } from 'react';
import { useIsOnline } from '#src/providers/connection/connection.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';

/** The properties of a button that needs the connection. */
interface OnlinePress {
  readonly 'aria-disabled': true | undefined;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/**
 * Without a connection the button is disabled, and explains why when it is pressed, also by Enter in its form. It uses
 * `aria-disabled`, because a disabled button would lose the focus.
 */
export function useOnlinePress(onClick?: (event: MouseEvent<HTMLElement>) => void): OnlinePress {
  const isOnline = useIsOnline();
  return {
    'aria-disabled': isOnline ? undefined : true,
    onClick: (event) => {
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

import type { MouseEvent } from 'react';
import { useIsOnline } from '#src/providers/connection/connection.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';

/** What a button takes whose action needs the connection. */
interface OnlinePress {
  readonly 'aria-disabled': true | undefined;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
}

/**
 * For a button whose action needs the connection: while there is none it is disabled, and says why when it is pressed,
 * by Enter in its form too. It keeps the focus, which a disabled one would lose.
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
      // Nor may the form be sent, or the row behind be opened.
      event.preventDefault();
      event.stopPropagation();
    },
  };
}

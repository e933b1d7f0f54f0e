import { useNotification } from '@refinedev/core';
import { useCallback } from 'react';
import { notifyError } from '../api/notify-error.ts';
import type { Notice } from './alert-store.ts';
import type { PortalNotification } from './notification-provider.ts';

const TYPES = { success: 'success', info: 'progress', warning: 'progress', danger: 'error' } as const;

interface Notifications {
  /** Notifies through Refine's notification provider. */
  readonly notify: (notice: Notice) => void;
  readonly dismiss: (key: string) => void;
  /** Shows the error policy's alert for a failure that was held back until its outcome was known (§8). */
  readonly notifyError: typeof notifyError;
}

/** The only way for a screen to show a notification, apart from `refuseOffline`. */
export function useNotify(): Notifications {
  const { open, close } = useNotification();
  const notify = useCallback(
    (notice: Notice) => {
      const notification: PortalNotification = { type: TYPES[notice.kind], message: notice.title ?? '', notice };
      open?.(notification);
    },
    [open],
  );
  const dismiss = useCallback((key: string) => close?.(key), [close]);
  return { notify, dismiss, notifyError };
}

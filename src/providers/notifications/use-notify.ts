import { useNotification } from '@refinedev/core';
import { useCallback } from 'react';
import { notifyError } from '../api/notify-error.ts';
import type { AlertKind } from './alert-store.ts';
import type { PortalNotification } from './notification-provider.ts';

/** A notification with translated texts. */
export interface Notice {
  readonly kind: AlertKind;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** A notice replaces the one with the same key. */
  readonly key?: string | undefined;
  /** In ms, null until dismissed. Default: 3000 for a success, 5000 for others (§9, rules §2). */
  readonly duration?: number | null | undefined;
  /** Cancels the task that the notice reports. */
  readonly onCancel?: (() => void) | undefined;
}

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
    ({ kind, title = '', text, key, duration, onCancel }: Notice) => {
      const notification: PortalNotification = {
        type: TYPES[kind],
        message: title,
        ...(text !== undefined && { description: text }),
        ...(key !== undefined && { key }),
        ...(onCancel && { cancelMutation: onCancel }),
        kind,
        duration,
      };
      open?.(notification);
    },
    [open],
  );
  const dismiss = useCallback((key: string) => close?.(key), [close]);
  return { notify, dismiss, notifyError };
}

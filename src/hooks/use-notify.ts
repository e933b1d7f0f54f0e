import { useNotification } from '@refinedev/core';
import { useCallback } from 'react';
import { notifyError } from '#src/providers/http/notify-error.ts';
import type { AlertKind } from '#src/providers/notifications/alert-store.ts';
import type { PortalNotification } from '#src/providers/notifications/notification-provider.ts';

/** A notification of a screen, its texts already translated. */
export interface Notice {
  readonly kind: AlertKind;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** Notices with the same key replace each other. */
  readonly key?: string | undefined;
  /** In ms, null until dismissed; a success stays 3000 ms and the rest 5000 ms when not given (§9, rules §2). */
  readonly duration?: number | null | undefined;
  /** Ends what it says is under way. */
  readonly onCancel?: (() => void) | undefined;
}

const TYPES = { success: 'success', info: 'progress', warning: 'progress', danger: 'error' } as const;

interface Notifications {
  /** Notifies through Refine's notification provider. */
  readonly notify: (notice: Notice) => void;
  readonly dismiss: (key: string) => void;
  /** Puts up the alert that the error policy has for a failure which was held back until its outcome was known (§8). */
  readonly notifyError: typeof notifyError;
}

/** The one way by which a screen says what happened. */
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

import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import { type AlertKind, type Notice, dismissAlert, showAlert } from './alert-store.ts';

/** A notification of `useNotify`. */
export interface PortalNotification extends OpenNotificationParams {
  readonly notice: Notice;
}

const KINDS = { success: 'success', error: 'danger', progress: 'info' } as const satisfies Record<
  OpenNotificationParams['type'],
  AlertKind
>;

/**
 * Refine's own notices about a failed call have such a key. They are left out, because the error policy has shown the
 * alert of §8 already.
 */
function isMadeUpByRefine({ type, key }: OpenNotificationParams): boolean {
  return type === 'error' && key !== undefined && /(-notification|^login-error|^useLogout-error)$/.test(key);
}

/** Refine's notification provider: shows the portal's notices and Refine's as alerts. */
export const notificationProvider: NotificationProvider = {
  open(opened) {
    if (isMadeUpByRefine(opened)) return;
    const { type, message: title, description: text, key } = opened;
    const { notice = { kind: KINDS[type], title, text, key } }: Partial<PortalNotification> = opened;
    showAlert(notice);
  },
  close: dismissAlert,
};

import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import { type AlertKind, NOTICE_MS, SUCCESS_NOTICE_MS, dismissAlert, showAlert } from './alert-store.ts';

const KINDS = { success: 'success', error: 'danger', progress: 'info' } as const satisfies Record<
  OpenNotificationParams['type'],
  AlertKind
>;

/**
 * Refine names the notices that it makes up for a failed call in this way. The error policy of the HTTP client has
 * already said what §8 wants said, so they are left out.
 */
function isMadeUpByRefine({ type, key }: OpenNotificationParams): boolean {
  return type === 'error' && key !== undefined && /(-notification|^login-error|^useLogout-error)$/.test(key);
}

/** Refine's notices, in the portal's alerts: a success for 3000 ms, the rest for 5000 ms (decisions §2). */
export const notificationProvider: NotificationProvider = {
  open(notice) {
    if (isMadeUpByRefine(notice)) return;
    showAlert({
      kind: KINDS[notice.type],
      title: notice.message,
      text: notice.description,
      key: notice.key,
      duration: notice.type === 'success' ? SUCCESS_NOTICE_MS : NOTICE_MS,
      dismissible: true,
    });
  },
  close: dismissAlert,
};

import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import { type AlertKind, NOTICE_MS, SUCCESS_NOTICE_MS, dismissAlert, showAlert } from './alert-store.ts';

/** A notification as the portal's own hook opens it: a kind and a time beside what Refine knows; ms, null until dismissed. */
export interface PortalNotification extends OpenNotificationParams {
  readonly kind: AlertKind;
  readonly duration?: number | null | undefined;
}

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

/**
 * Refine's notices, in the portal's alerts: a success for 3000 ms, the rest for 5000 ms (rules §2). What can be
 * cancelled is not dismissed: it would go on with nothing to cancel it by.
 */
export const notificationProvider: NotificationProvider = {
  open(notice) {
    if (isMadeUpByRefine(notice)) return;
    const { kind = KINDS[notice.type], duration }: Partial<PortalNotification> = notice;
    const usual = kind === 'success' ? SUCCESS_NOTICE_MS : NOTICE_MS;
    showAlert({
      kind,
      title: notice.message === '' ? undefined : notice.message,
      text: notice.description,
      key: notice.key,
      duration: duration === undefined ? usual : duration,
      dismissible: notice.cancelMutation === undefined,
      onCancel: notice.cancelMutation,
    });
  },
  close: dismissAlert,
};

import type { NotificationProvider, OpenNotificationParams } from '@refinedev/core';
import { type AlertKind, NOTICE_MS, SUCCESS_NOTICE_MS, dismissAlert, showAlert } from './alert-store.ts';

/** A notification of `useNotify`: Refine's fields, a kind and a duration in ms (null until dismissed). */
export interface PortalNotification extends OpenNotificationParams {
  readonly kind: AlertKind;
  readonly duration?: number | null | undefined;
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

/**
 * Shows Refine's notices as alerts of the portal: a success for 3000 ms, others for 5000 ms (rules §2). A notice with a
 * cancel button cannot be dismissed, because its task would go on without the button.
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

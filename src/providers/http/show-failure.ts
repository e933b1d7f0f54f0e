import { translate } from '../i18n/i18n.ts';
import { showAlert } from '../notifications/alert-store.ts';
import type { ApiError } from './api-error.ts';
import { type AlertRule, policyFor } from './error-policy.ts';

/**
 * Puts up the alert that the error policy asks for, with the trace id where there is one (§8). Failures of one kind and
 * status are one alert with a count, which shows the last trace.
 */
export function showFailure({ title, text, isTraced, ...time }: AlertRule, { status, trace }: Partial<ApiError>): void {
  const wording = translate(`error:${text}`, { status });
  showAlert({
    kind: 'danger',
    title: title && translate(`error:${title}`),
    text: isTraced && trace !== undefined ? translate('error:withTrace', { text: wording, trace }) : wording,
    wording,
    key: `failure ${text} ${status ?? ''}`,
    ...time,
  });
}

/** Puts up the alert of a failure that nobody expected (§8). */
export function showUnexpectedFailure(): void {
  const { alert } = policyFor({});
  if (alert) showFailure(alert, {});
}

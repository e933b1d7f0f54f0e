import { onceTranslated, translate } from '../i18n.ts';
import { showAlert } from '../notifications/alert-store.ts';
import type { ApiError } from './api-error.ts';
import { type AlertRule, type FailureCase, policyFor } from './error-policy.ts';

type Told = FailureCase & Partial<Pick<ApiError, 'description' | 'trace' | 'retryAfter'>>;

/** What a person may do about too many requests; of too many patients no time is told, it may be a day. */
function hintOf({ description, retryAfter }: Told, { isTimed }: AlertRule): string | undefined {
  if (isTimed !== true) return undefined;
  if (description === 'TOO_MANY_PATIENTS') return translate('error:TOO_MANY_PATIENTS');
  return retryAfter === undefined ? undefined : translate('error:TOO_MANY_REQUESTS_TIMED', { count: retryAfter });
}

function showFailure(failure: Told, alert: AlertRule): void {
  const { status, trace } = failure;
  const wording = translate(`error:${alert.text}`, { status });
  const text = alert.isTraced && trace !== undefined ? translate('error:withTrace', { text: wording, trace }) : wording;
  const hint = hintOf(failure, alert);
  showAlert({
    kind: 'danger',
    title: alert.title && translate(`error:${alert.title}`),
    text: hint === undefined ? text : translate('error:withHint', { text, hint }),
    key: `failure ${alert.text} ${status ?? ''}`,
    duration: alert.duration,
  });
}

/**
 * Shows the error policy's alert for a failure, if any, with the trace id if there is one (§8). Failures of the same
 * kind and status share one alert with the last trace id. A failure before the first texts are loaded is shown when
 * they are.
 */
export function notifyError(failure: Told): void {
  const { alert } = policyFor(failure);
  if (alert) onceTranslated(() => showFailure(failure, alert));
}

/** Shows how many invalid rows the server left out of a list (an extra of ours). */
export function notifyLeftOut(answer: unknown): void {
  const { leftOut: count = 0 } = (answer ?? {}) as { readonly leftOut?: number };
  if (count === 0) return;
  showAlert({
    kind: 'warning',
    text: translate('error:leftOut', { count }),
    key: 'LEFT_OUT',
    duration: null,
  });
}

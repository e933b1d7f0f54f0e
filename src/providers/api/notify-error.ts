import { onceTranslated, translate } from '../i18n.ts';
import { showAlert } from '../notifications/alert-store.ts';
import type { ApiError } from './api-error.ts';
import { type AlertRule, type FailureCase, policyFor } from './error-policy.ts';

type Told = FailureCase & Partial<Pick<ApiError, 'trace' | 'retryAfter'>>;

function showFailure({ status, trace, retryAfter }: Told, alert: AlertRule): void {
  const wording = translate(`error:${alert.text}`, { status });
  const text = alert.isTraced && trace !== undefined ? translate('error:withTrace', { text: wording, trace }) : wording;
  const isTimed = alert.isTimed === true && retryAfter !== undefined;
  const hint = isTimed ? translate('error:TOO_MANY_REQUESTS_TIMED', { count: retryAfter }) : '';
  showAlert({
    kind: 'danger',
    title: alert.title && translate(`error:${alert.title}`),
    text: isTimed ? translate('error:withHint', { text, hint }) : text,
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

import { translate } from '../i18n/i18n.ts';
import { showAlert } from '../notifications/alert-store.ts';
import type { ApiError } from './api-error.ts';
import type { AlertRule } from './error-policy.ts';

/** Puts up the alert that the error policy asks for, with the trace id where there is one (§8). */
export function showFailure({ title, text, duration }: AlertRule, { status, trace }: Partial<ApiError>): void {
  const said = translate(`error:${text}`, { status });
  const isTraced = text === 'status' && trace !== undefined;
  showAlert({
    kind: 'danger',
    title: translate(`error:${title}`),
    text: isTraced ? translate('error:withTrace', { text: said, trace }) : said,
    duration,
    dismissible: true,
  });
}

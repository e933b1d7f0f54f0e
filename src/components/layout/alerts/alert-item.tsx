import { useGetLocale, useTranslate } from '@refinedev/core';
import { useId, useRef, useState } from 'react';
import { type Alert, dismissAlert } from '#src/providers/notifications/alert-store.ts';
import { useFocusFallback } from '../../focus/use-focus-fallback.ts';
import { Icon } from '../icon.tsx';

/** The dismiss button of another alert, which takes the focus next. */
function otherDismissButton(): HTMLElement | null {
  return document.querySelector('.alert__dismiss');
}

/**
 * One alert: kind (also in words), title, text and dismiss button (§8, §9). An alert of a running task has a cancel
 * button, and shows the progress without announcing each step.
 */
export function AlertItem({ alert }: { readonly alert: Alert }) {
  const translate = useTranslate();
  const locale = useGetLocale()();
  const id = useId();
  // The texts stay in the language of the time when the alert was raised last.
  const [raised, setRaised] = useState({ alert, locale });
  if (raised.alert !== alert) setRaised({ alert, locale });
  const container = useRef<HTMLDivElement>(null);
  useFocusFallback(container, otherDismissButton);
  return (
    <div ref={container} className={`alert alert--${alert.kind}`} role={alert.kind === 'danger' ? 'alert' : undefined}>
      <Icon shape={alert.kind} className="alert__icon" />
      <div className="alert__body">
        <span className="visually-hidden">{translate(`common:alerts.kind.${alert.kind}`)}</span>
        <div lang={raised.locale}>
          {alert.title !== undefined && (
            <p id={id} className="alert__title">
              {alert.title}
            </p>
          )}
          {alert.text !== undefined && <p aria-live={alert.onCancel && 'off'}>{alert.text}</p>}
        </div>
      </div>
      {alert.onCancel && (
        <button
          type="button"
          className="button button--secondary alert__cancel"
          aria-describedby={id}
          onClick={alert.onCancel}
        >
          {translate('common:cancel')}
        </button>
      )}
      {alert.dismissible && (
        <button
          type="button"
          className="alert__dismiss"
          aria-label={translate('common:alerts.dismiss')}
          onClick={() => dismissAlert(alert.id)}
        >
          <Icon shape="close" />
        </button>
      )}
    </div>
  );
}

import { useGetLocale, useTranslate } from '@refinedev/core';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { useIsOnline } from '#src/providers/api/connection.ts';
import { type Alert, dismissAlert, useAlerts } from '#src/providers/notifications/alert-store.ts';
import { dismissRefusal } from '#src/providers/notifications/refuse-offline.ts';
import { useFocusFallback } from '../dialog/focus.ts';
import { useEscape } from '../plain/escape.ts';
import { Icon } from '../plain/icon.tsx';
import { CloseButton, PlainButton } from '../plain/plain-button.tsx';

/** A task would go on without the button that cancels it. */
function isDismissible({ onCancel }: Alert): boolean {
  return onCancel === undefined;
}

/** The dismiss button of another alert, which takes the focus next. */
function otherDismissButton(): HTMLElement | null {
  return document.querySelector('.alert__dismiss');
}

/**
 * One alert: kind (also in words), title, text and dismiss button (§8, §9). An alert of a running task has a cancel
 * button, and shows the progress without announcing each step.
 */
function AlertItem({ alert }: { readonly alert: Alert }) {
  const translate = useTranslate();
  const locale = useGetLocale()();
  const id = useId();
  // The texts stay in the language of the time when the alert was raised last.
  const [raised, setRaised] = useState({ alert, locale });
  if (raised.alert !== alert) setRaised({ alert, locale });
  const container = useRef<HTMLDivElement>(null);
  useFocusFallback(container, otherDismissButton);
  return (
    <div
      ref={container}
      className={`box row alert alert--${alert.kind}`}
      role={alert.kind === 'danger' ? 'alert' : undefined}
    >
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
        <PlainButton className="alert__cancel" aria-describedby={id} onClick={alert.onCancel}>
          {translate('common:cancel')}
        </PlainButton>
      )}
      {isDismissible(alert) && (
        <CloseButton
          label={translate('common:alerts.dismiss')}
          className="alert__dismiss"
          onClose={() => dismissAlert(alert.id)}
        />
      )}
    </div>
  );
}

/** Shows during a lost connection that nothing typed is lost. */
export function ConnectionNotice() {
  const translate = useTranslate();
  const isOnline = useIsOnline();
  useEffect(() => {
    if (isOnline) dismissRefusal();
  }, [isOnline]);
  return (
    <div role="status">
      {!isOnline && (
        <div className="box row alert alert--warning connection-notice">
          <Icon shape="offline" className="alert__icon" />
          <div className="alert__body">
            <p className="alert__title">{translate('common:offline.title')}</p>
            <p>{translate('common:offline.text')}</p>
          </div>
        </div>
      )}
    </div>
  );
}

/** Keeps the lasting alerts from covering an element that gets the focus, and the end of the page. */
function useScrollPadding() {
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = container;
    if (!current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--alerts-height', `${current.offsetHeight}px`));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return container;
}

function items(alerts: readonly Alert[]) {
  return alerts.map((alert) => <AlertItem key={alert.id} alert={alert} />);
}

/**
 * Errors have `role="alert"` each. The others are announced by their live region, because some readers would announce
 * them twice.
 */
function List({ className, alerts }: { readonly className: string; readonly alerts: readonly Alert[] }) {
  return (
    <div className={className}>
      {items(alerts.filter(({ kind }) => kind === 'danger'))}
      <div className="alerts__polite" aria-live="polite">
        {items(alerts.filter(({ kind }) => kind !== 'danger'))}
      </div>
    </div>
  );
}

/**
 * All alerts and notices: errors first, then the oldest. Screen readers announce each; Esc dismisses the newest.
 * All float in one corner, so that the page does not move; below it the page has room for the lasting ones.
 */
export function AlertsRegion() {
  const translate = useTranslate();
  const alerts = useAlerts();
  const container = useScrollPadding();
  const newest = alerts.findLast(isDismissible);
  useEscape(newest ? () => dismissAlert(newest.id) : null, { isOn: newest !== undefined, layer: 'alerts' });
  return (
    <div ref={container} className="alerts">
      <div role="region" aria-label={translate('common:alerts.region')}>
        <List className="alerts__staying" alerts={alerts.filter(({ duration }) => duration === null)} />
        <List className="alerts__passing" alerts={alerts.filter(({ duration }) => duration !== null)} />
      </div>
      <ConnectionNotice />
    </div>
  );
}

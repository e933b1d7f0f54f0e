import { useTranslate } from '@refinedev/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Alert, dismissAlert, useAlerts } from '#src/providers/notifications/alert-store.ts';
import { AlertItem } from './alert-item.tsx';
import './alerts.css';
import { ConnectionNotice } from './connection-notice.tsx';
import { isModalOpen } from './modal-open.ts';

/** Esc closes what is open first: a dialog, a menu, a list of choices. */
function isEscapeTaken(): boolean {
  return isModalOpen() || document.querySelector('[aria-expanded="true"]') !== null;
}

function useDismissalByEscape(alerts: readonly Alert[]): void {
  const newest = alerts.findLast(({ dismissible }) => dismissible)?.id;
  useEffect(() => {
    if (newest === undefined) return;
    const id = newest;
    function dismiss({ key }: KeyboardEvent): void {
      if (key === 'Escape' && !isEscapeTaken()) dismissAlert(id);
    }
    // Asked on the way down: by the time the event comes up again, what Esc has closed is not open any more.
    document.addEventListener('keydown', dismiss, true);
    return () => document.removeEventListener('keydown', dismiss, true);
  }, [newest]);
}

/** Lets what gets the focus scroll clear of the alerts, which stay at the top of the window. */
function useScrollPadding() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = place;
    if (!current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--alerts-height', `${current.offsetHeight}px`));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return place;
}

function items(alerts: readonly Alert[]) {
  return alerts.map((alert) => <AlertItem key={alert.id} alert={alert} />);
}

/** What is wrong comes first, read out by its own role; the rest by its place, or some readers would say it twice. */
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
 * All alerts and notices, errors first, then the oldest, read out as they come; Esc dismisses the newest. Those that
 * stay stand between the head and the screen and hide nothing; those that pass float below them, so that nothing moves
 * twice.
 */
export function AlertsRegion() {
  const translate = useTranslate();
  const alerts = useAlerts();
  const place = useScrollPadding();
  useDismissalByEscape(alerts);
  return (
    <div ref={place} className="alerts">
      <div className="alerts__inner app__inner">
        <ConnectionNotice />
        <div role="region" aria-label={translate('common:alerts.region')}>
          <List className="alerts__staying" alerts={alerts.filter(({ duration }) => duration === null)} />
          <List className="alerts__passing" alerts={alerts.filter(({ duration }) => duration !== null)} />
        </div>
      </div>
    </div>
  );
}

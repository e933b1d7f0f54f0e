import { useTranslate } from '@refinedev/core';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Alert, dismissAlert, useAlerts } from '#src/providers/notifications/alert-store.ts';
import { AlertItem } from './alert-item.tsx';
import './alerts.css';
import { ConnectionNotice } from './connection-notice.tsx';
import { isModalOpen } from '../../native-dialog/modal-open.ts';

/** What Esc closes besides dialogs. It does not close the details of a row, a panel of filters or a list of stores. */
const CLOSED_BY_ESCAPE = [
  '[role="combobox"][aria-expanded="true"]',
  '.dropdown__toggle[aria-expanded="true"]',
  '.navigation__toggle[aria-expanded="true"]',
  // rc-picker sets no aria-expanded. A closed calendar stays in the page, at first while it fades.
  '.ant-picker-dropdown:not(.ant-picker-dropdown-hidden, .ant-slide-up-leave)',
].join();

/** Esc first closes an open dialog, menu, list or calendar. */
function isEscapeTaken(): boolean {
  return isModalOpen() || document.querySelector(CLOSED_BY_ESCAPE) !== null;
}

function useDismissalByEscape(alerts: readonly Alert[]): void {
  const newest = alerts.findLast(({ dismissible }) => dismissible)?.id;
  useEffect(() => {
    if (newest === undefined) return;
    const id = newest;
    function dismiss({ key }: KeyboardEvent): void {
      if (key === 'Escape' && !isEscapeTaken()) dismissAlert(id);
    }
    // In the capture phase: when the event bubbles, Esc has already closed the dialog.
    document.addEventListener('keydown', dismiss, true);
    return () => document.removeEventListener('keydown', dismiss, true);
  }, [newest]);
}

/** Keeps the alerts at the top of the window from covering an element that gets the focus. */
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
 * Lasting ones stand between header and screen and cover nothing. Passing ones float below them, so that the page does
 * not move twice.
 */
export function AlertsRegion() {
  const translate = useTranslate();
  const alerts = useAlerts();
  const container = useScrollPadding();
  useDismissalByEscape(alerts);
  return (
    <div ref={container} className="alerts">
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

import { create } from 'zustand';

export type AlertKind = 'success' | 'info' | 'warning' | 'danger';

/** Duration of a notice, in ms: a success, and any other (§9, rules §2). */
const SUCCESS_NOTICE_MS = 3000;
const NOTICE_MS = 5000;

/** What an alert says, in translated texts. */
export interface Notice {
  readonly kind: AlertKind;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** Alerts with the same key replace each other. Default key: kind and text. */
  readonly key?: string | undefined;
  /** In ms, null until dismissed. Default: 3000 for a success, 5000 for others (§9, rules §2). */
  readonly duration?: number | null | undefined;
  /** Cancels the task that the alert reports. Such an alert cannot be dismissed: the task would go on without it. */
  readonly onCancel?: (() => void) | undefined;
}

export interface Alert extends Notice {
  readonly id: string;
  readonly duration: number | null;
}

const useAlertStore = create<{ readonly alerts: readonly Alert[] }>(() => ({ alerts: [] }));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function startTimer(id: string, duration: number | null): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (duration === null) return;
  const timer = setTimeout(() => dismissAlert(id), duration);
  timers.set(id, timer);
}

/** Shows an alert and returns its id. Showing the same alert again keeps it and restarts its time. */
export function showAlert(notice: Notice): string {
  const { kind, title, text, key } = notice;
  const { duration = kind === 'success' ? SUCCESS_NOTICE_MS : NOTICE_MS } = notice;
  const id = key ?? JSON.stringify([kind, title, text]);
  const alerts = currentAlerts();
  const alert = { ...notice, id, duration };
  const isShown = alerts.some((other) => other.id === id);
  useAlertStore.setState({
    alerts: isShown ? alerts.map((other) => (other.id === id ? alert : other)) : [...alerts, alert],
  });
  startTimer(id, duration);
  return id;
}

/** Removes an alert, if it is still there. */
export function dismissAlert(id: string): void {
  startTimer(id, null);
  const alerts = currentAlerts();
  if (alerts.some((alert) => alert.id === id)) {
    useAlertStore.setState({ alerts: alerts.filter((alert) => alert.id !== id) });
  }
}

export function dismissAllAlerts(): void {
  for (const { id } of currentAlerts()) dismissAlert(id);
}

/** The visible alerts, oldest first. */
export function currentAlerts(): readonly Alert[] {
  return useAlertStore.getState().alerts;
}

/** The visible alerts, oldest first; renders again when they change. */
export function useAlerts(): readonly Alert[] {
  return useAlertStore(({ alerts }) => alerts);
}

import { create } from 'zustand';

export type AlertKind = 'success' | 'info' | 'warning' | 'danger';

/** Duration of a notice, in ms: a success, and any other (§9, rules §2). */
export const SUCCESS_NOTICE_MS = 3000;
export const NOTICE_MS = 5000;

/** The content of an alert. Texts are translated; `duration` is in ms, null until dismissed (§9). */
export interface AlertContent {
  readonly kind: AlertKind;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** Alerts with the same key replace each other. Default key: kind and text. */
  readonly key?: string | undefined;
  readonly duration: number | null;
  readonly dismissible: boolean;
  /** Cancels the task that the alert reports. */
  readonly onCancel?: (() => void) | undefined;
}

export interface Alert extends AlertContent {
  readonly id: string;
}

const useAlertStore = create<{ readonly alerts: readonly Alert[] }>(() => ({ alerts: [] }));
const timers = new Map<string, ReturnType<typeof setTimeout>>();

function startTimer(id: string, duration: number | null): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  if (duration !== null)
    timers.set(
      id,
      setTimeout(() => dismissAlert(id), duration),
    );
}

/** Shows an alert and returns its id. Showing the same alert again keeps it and restarts its time. */
export function showAlert(content: AlertContent): string {
  const { kind, title, text, key } = content;
  const id = key ?? JSON.stringify([kind, title, text]);
  const alerts = currentAlerts();
  const alert = { ...content, id };
  const isShown = alerts.some((other) => other.id === id);
  useAlertStore.setState({
    alerts: isShown ? alerts.map((other) => (other.id === id ? alert : other)) : [...alerts, alert],
  });
  startTimer(id, content.duration);
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

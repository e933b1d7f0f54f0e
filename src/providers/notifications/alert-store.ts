import { create } from 'zustand';

export type AlertKind = 'success' | 'info' | 'warning' | 'danger';

/** How long a notice stays, in ms: a success, and any other (§9, rules §2). */
export const SUCCESS_NOTICE_MS = 3000;
export const NOTICE_MS = 5000;

/** What to show. The texts are already translated; `duration` is in ms, null until dismissed (§9). */
export interface AlertContent {
  readonly kind: AlertKind;
  readonly title?: string | undefined;
  readonly text?: string | undefined;
  /** Alerts with the same key replace each other; without one, kind and text tell them apart. */
  readonly key?: string | undefined;
  readonly duration: number | null;
  readonly dismissible: boolean;
  /** Ends what the alert says is under way. */
  readonly onCancel?: (() => void) | undefined;
}

/** An alert on the screen. */
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

/** Puts up an alert and returns its id. The same alert raised again stays one and starts its time anew. */
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

/** Takes an alert away; nothing happens when it is gone already. */
export function dismissAlert(id: string): void {
  startTimer(id, null);
  const alerts = currentAlerts();
  if (alerts.some((alert) => alert.id === id)) {
    useAlertStore.setState({ alerts: alerts.filter((alert) => alert.id !== id) });
  }
}

/** Takes every alert away. */
export function dismissAllAlerts(): void {
  for (const { id } of currentAlerts()) dismissAlert(id);
}

/** The alerts now on the screen, oldest first. */
export function currentAlerts(): readonly Alert[] {
  return useAlertStore.getState().alerts;
}

/** The alerts now on the screen, oldest first; renders anew when they change. */
export function useAlerts(): readonly Alert[] {
  return useAlertStore(({ alerts }) => alerts);
}

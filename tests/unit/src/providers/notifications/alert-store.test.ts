import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentAlerts, dismissAlert, dismissAllAlerts, showAlert } from '#src/providers/notifications/alert-store.ts';
import { notificationProvider } from '#src/providers/notifications/notification-provider.ts';

const failure = { kind: 'danger', title: 'T', text: 'x', duration: null } as const;

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  dismissAllAlerts();
  vi.useRealTimers();
});

test('§9 an alert without duration stays until dismissed', () => {
  const id = showAlert(failure);
  vi.advanceTimersByTime(3_600_000);
  expect(currentAlerts()).toHaveLength(1);
  dismissAlert(id);
  expect(currentAlerts()).toEqual([]);
});

test('§9 an alert with a duration goes when it is over', () => {
  showAlert({ ...failure, duration: 3000 });
  vi.advanceTimersByTime(2999);
  expect(currentAlerts()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(currentAlerts()).toEqual([]);
});

test('§8 the same alert twice is one, and its time starts anew', () => {
  showAlert({ ...failure, duration: 3000 });
  vi.advanceTimersByTime(2000);
  showAlert({ ...failure, duration: 3000 });
  expect(currentAlerts()).toHaveLength(1);
  vi.advanceTimersByTime(2000);
  expect(currentAlerts()).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(currentAlerts()).toEqual([]);
});

test('§8 alerts that differ stand together; those with the same key replace each other', () => {
  showAlert(failure);
  showAlert({ ...failure, text: 'y' });
  showAlert({ ...failure, text: 'first', key: 'k' });
  showAlert({ ...failure, text: 'second', key: 'k' });
  expect(currentAlerts().map(({ text }) => text)).toEqual(['x', 'y', 'second']);
});

test.each([
  ['success', 'success', 3000],
  ['error', 'danger', 5000],
] as const)("rules §2 Refine's %s notice is a %s notice for %d ms", (type, kind, duration) => {
  notificationProvider.open({ type, message: 'M', description: 'D', key: 'own' });
  expect(currentAlerts()).toMatchObject([{ kind, title: 'M', text: 'D', duration }]);
  notificationProvider.close('own');
  expect(currentAlerts()).toEqual([]);
});

test.each(['patients-useList-notification', 'post-notification', 'login-error', 'useLogout-error'])(
  '§8 the notice that Refine makes up for a failed call (%s) is left to the error policy',
  (key) => {
    notificationProvider.open({ type: 'error', message: 'Error (status code: 500)', key });
    expect(currentAlerts()).toEqual([]);
  },
);

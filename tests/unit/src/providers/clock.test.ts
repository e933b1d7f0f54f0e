// @vitest-environment jsdom
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { birthDate } from '#contract/admin/fields.ts';
import { requestSignOn } from '#contract/calls/authentication.ts';
import { readCart } from '#contract/calls/carts.ts';
import { isOwnDayRight, now, setClockError, today } from '#contract/rules/clock.ts';
import { addDays, firstOfMonth, monthOf, romeDay } from '#contract/rules/dates.ts';
import { parseDay } from '#src/components/form/date-field.tsx';
import { emptySearch } from '#src/pages/administration/access-log.tsx';
import { spendingQueryOf } from '#src/pages/administration/spending.tsx';
import { callApi } from '#src/providers/api/call-api.ts';
import { dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { alertTexts, holdPair, usePortalAgainstServer } from '#tests/support/portal-against-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RIGHT = new Date('2026-03-10T11:00:00Z');
const under = usePortalAgainstServer();
/** The clock of the server. */
let serverDate = '';

/** Sets the clock of the till. */
function setTill(aheadMs: number): void {
  vi.setSystemTime(RIGHT.getTime() + aheadMs);
}

async function ask(): Promise<void> {
  await callApi(readCart, { params: { cartId: 1 } }, { alerts: 'none' }).catch(() => undefined);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  serverDate = RIGHT.toUTCString();
  under.script = () => ({ status: 404, headers: { date: serverDate } });
});

afterEach(() => {
  vi.useRealTimers();
  setClockError(0);
});

test.each<[string, number, string]>([
  ['is two days behind', -2 * DAY_MS, '08/03/2026 12:00:00'],
  ['is a year ahead', 365 * DAY_MS, '10/03/2027 12:00:00'],
])('rules §1 a till whose clock %s is told so once, and goes by the server', async (_, aheadMs, shown) => {
  setTill(aheadMs);
  expect(today()).not.toBe('2026-03-10');
  await ask();
  await ask();
  expect(now()).toEqual(RIGHT);
  expect([today(), isOwnDayRight()]).toEqual(['2026-03-10', false]);
  expect(alertTexts()).toEqual([
    `L'orologio di questo computer è sbagliato: segna ${shown}, ma l'ora esatta è 10/03/2026 12:00:00. Il portale usa la data giusta; correggi data e ora del computer.`,
  ]);
  dismissAllAlerts();
  await ask();
  expect(alertTexts()).toEqual([]);
});

test('rules §1 the sign-on leaves the page, and with it an alert: a wrong clock is told after it', async () => {
  setTill(-2 * DAY_MS);
  await callApi(requestSignOn, { body: { clientId: 'portal', profile: 'BUSINESS' } }).catch(() => undefined);
  expect([today(), ...alertTexts()]).toEqual(['2026-03-10']);
  await ask();
  expect(alertTexts()).toHaveLength(1);
});

test.each([
  ['has the time zone of another continent', 9 * HOUR_MS, 0],
  ['is some minutes ahead', 4 * 60_000, 4 * 60_000],
  ['is right', 0, 0],
])('rules §1 a till whose clock %s is not told', async (_, aheadMs, leftMs) => {
  setTill(aheadMs);
  await ask();
  expect(now().getTime() - RIGHT.getTime()).toBe(leftMs);
  expect(alertTexts()).toEqual([]);
});

test.each([
  ['does not show its clock', ''],
  ['shows nonsense', 'yesterday'],
])('rules §1 a server that %s changes nothing', async (_, date) => {
  serverDate = date;
  setTill(-2 * DAY_MS);
  await ask();
  expect(today()).toBe('2026-03-08');
  expect(alertTexts()).toEqual([]);
});

test.each([
  ['a success', { status: 200, body: { data: { cart: { cartId: 1, items: [], residualAmount: 1 } } } }],
  ['an error', { status: 500 }],
  ['a refused token', { status: 403 }],
])('rules §1 the clock is compared by every answer: %s', async (_, answer) => {
  under.script = () => ({ ...answer, headers: { date: RIGHT.toUTCString() } });
  holdPair(1);
  setTill(-2 * DAY_MS);
  await ask();
  expect(today()).toBe('2026-03-10');
});

test('rules §1 a clock that has been put right is believed again, and the alert goes', async () => {
  setTill(-2 * DAY_MS);
  await ask();
  expect(alertTexts()).toHaveLength(1);
  setTill(0);
  await ask();
  expect(now()).toEqual(RIGHT);
  expect(alertTexts()).toEqual([]);
});

test.each<[string, () => unknown, (right: string) => unknown]>([
  ['the access log', () => emptySearch(), (day) => ({ dateStart: addDays(day, -30), dateEnd: day })],
  ['the spending', () => spendingQueryOf({}), (day) => ({ monthEnd: firstOfMonth(day, 0) })],
  ['a typed birth', () => ({ day: parseDay('1/1/70', 'birth') }), () => ({ day: '1970-01-01' })],
  ['a birth today', () => z.safeParse(birthDate, '2026-03-10'), () => ({ success: true })],
  ['a birth tomorrow', () => z.safeParse(birthDate, '2026-03-11'), () => ({ success: false })],
])('rules §1 with a wrong clock today is right in %s', (_, read, expected) => {
  for (const days of [-40, 40]) {
    setTill(days * DAY_MS);
    setClockError(days * DAY_MS);
    expect(read()).toMatchObject(expected(romeDay(RIGHT)) as object);
    expect(monthOf(today()).first).toBe('2026-03-01');
  }
});

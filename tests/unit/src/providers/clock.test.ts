// @vitest-environment jsdom
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { birthDate } from '#contract/admin/fields.ts';
import { requestSignOn } from '#contract/calls/authentication.ts';
import { readFeatures } from '#contract/calls/features.ts';
import { readCart } from '#contract/calls/carts.ts';
import { isOwnDayRight, now, setClockError, today } from '#contract/rules/clock.ts';
import { addDays, firstOfMonth, monthOf, romeDay } from '#contract/rules/dates.ts';
import { parseDay } from '#src/components/form/date-field.tsx';
import { emptySearch } from '#src/pages/administration/access-log.tsx';
import { spendingQueryOf } from '#src/pages/administration/spending.tsx';
import { callApi } from '#src/providers/api/call-api.ts';
import { onClockSet } from '#src/providers/clock.ts';
import { dismissAllAlerts } from '#src/providers/notifications/alert-store.ts';
import { alertTexts, holdPair, usePortalAgainstServer } from '#tests/support/portal-against-server.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const RIGHT = new Date('2026-03-10T11:00:00Z');
const under = usePortalAgainstServer();
const CART = { cart: { cartId: 1, items: [], residualAmount: 1 } };
/** The header `Date` of the server. */
let serverDate = '';

/** Sets the clock of the till. */
function setTill(aheadMs: number): void {
  vi.setSystemTime(RIGHT.getTime() + aheadMs);
}

async function ask(call: 'cart' | 'features' = 'cart'): Promise<void> {
  const asked =
    call === 'cart'
      ? callApi(readCart, { params: { cartId: 1 } }, { alerts: 'none' })
      : callApi(readFeatures, {}, { alerts: 'none' });
  await asked.catch(() => undefined);
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
  for (let call = 0; call < 2; call += 1)
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
  await ask();
  expect(today()).toBe('2026-03-08');
  expect(alertTexts()).toEqual([]);
});

test.each([
  ['a success', { status: 200, body: { data: CART } }],
  ['an error', { status: 500 }],
  ['a refused token', { status: 403 }],
])('rules §1 the clock is compared by every answer: %s', async (_, answer) => {
  under.script = () => ({ ...answer, headers: { date: RIGHT.toUTCString() } });
  holdPair(1);
  setTill(-2 * DAY_MS);
  await ask();
  await ask();
  expect(today()).toBe('2026-03-10');
});

/** An answer at so many seconds: by how many days its `Date` is wrong, or a cache's age, or what else it shows. */
interface Answered {
  readonly at: number;
  readonly off?: number;
  readonly date?: string;
  readonly age?: string;
  /** By how many days the time in the body is wrong. */
  readonly body?: number;
}

const dateOf = (days: number, at: number) => new Date(RIGHT.getTime() + days * DAY_MS + at * 1000).toUTCString();
const right = (at: number) => ({ at });
const wrong = (at: number, off = 400) => ({ at, off });

test.each<[string, tillDays: number, readonly Answered[], dayAtLast: string]>([
  ['one wrong Date amid right ones', 0, [right(0), wrong(1), right(2)], '2026-03-10'],
  ['one wrong Date at first', 0, [wrong(0)], '2026-03-10'],
  ['two wrong ones that disagree', 0, [wrong(0), wrong(1, 200)], '2026-03-10'],
  ['wrong ones behind a right one', 0, [right(0), ...[1, 2, 3, 4, 5, 6].map((at) => wrong(at))], '2026-03-10'],
  ['a farm of which one is wrong', 0, [0, 1, 2, 3, 4, 5].map((at) => (at % 2 ? right(at) : wrong(at))), '2026-03-10'],
  ['such a farm, and a wrong clock', -2, [0, 1, 2, 3].map((at) => (at % 2 ? right(at) : wrong(at))), '2026-03-08'],
  ['a wrong proxy that nothing contradicts', 0, [wrong(0), wrong(1)], '2027-04-14'],
  ['a wrong proxy beside a body', 0, [{ at: 0, off: 400, body: 0 }, wrong(1), wrong(2), wrong(3)], '2026-03-10'],
  ['a right body beside a wrong clock and proxy', -2, [{ at: 0, off: 400, body: 0 }], '2026-03-10'],
  ['a body behind wrong Dates', 0, [wrong(0), wrong(1), { at: 2, off: 400, body: 0 }], '2026-03-10'],
  ['a body without a Date', -2, [{ at: 0, date: '', body: 0 }], '2026-03-10'],
  ["a cache's old Dates", 0, [wrong(0, -30), wrong(9, -30)].map((one) => ({ ...one, age: '2592000' })), '2026-03-10'],
  ["a cache's old body", 0, [{ at: 0, age: '86400', body: -1 }], '2026-03-10'],
  ['a Date that stands', 0, [0, 5, 10, 15].map((at) => ({ at, date: dateOf(-30, 0) })), '2026-03-10'],
  [
    'no Date, one that is no date, a right one',
    -2,
    [{ at: 0, date: '' }, { at: 1, date: 'ieri' }, right(2)],
    '2026-03-08',
  ],
  ['a wrong clock, and right Dates', -2, [right(0), right(3)], '2026-03-10'],
  [
    'a wrong clock, right Dates through a proxy that adds an age of 0',
    -2,
    [right(0), right(3)].map((one) => ({ ...one, age: '0' })),
    '2026-03-10',
  ],
  ['a wrong clock, Dates of two processes a second apart', -2, [right(0), { at: 1, date: dateOf(0, 2) }], '2026-03-10'],
  ['a wrong clock, right Dates, one wrong', -2, [right(0), right(1), wrong(2)], '2026-03-10'],
  ['a wrong clock, right Dates, two wrong', -2, [right(0), right(1), wrong(2), wrong(3)], '2026-03-10'],
  ['a wrong Date believed, then a right one', 0, [wrong(0), wrong(1), right(2)], '2026-03-10'],
])('rules §1 a wrong Date does not move the clock: %s', async (_, tillDays, answers, day) => {
  for (const { at, off = 0, date, age, body } of answers) {
    setTill(tillDays * DAY_MS + at * 1000);
    const time = body === undefined ? undefined : new Date(RIGHT.getTime() + body * DAY_MS + at * 1000).toISOString();
    under.script = () => ({
      status: 404,
      headers: { date: date ?? dateOf(off, at), ...(age !== undefined && { age }) },
      ...(time !== undefined && {
        status: 200,
        body: { data: { features: { sorts: {}, filters: {}, calls: [], time } } },
      }),
    });
    await ask(time === undefined ? 'cart' : 'features');
  }
  expect(today()).toBe(day);
});

test('rules §1 a clock that is set while the portal is open is compared anew', async () => {
  setTill(0);
  await ask();
  setTill(-3 * DAY_MS);
  await ask();
  await ask();
  expect([today(), alertTexts().length]).toEqual(['2026-03-10', 1]);
});

test('rules §1 a clock that is set is asked about anew where the server tells its time, and a Date counts no more', async () => {
  const asked = vi.fn();
  onClockSet(asked);
  setTill(0);
  const features = { sorts: {}, filters: {}, calls: [], time: RIGHT.toISOString() };
  under.script = ({ path }) => ({
    status: 200,
    headers: { date: dateOf(400, 0) },
    body: { data: path.includes('features') ? { features } : CART },
  });
  await ask('features');
  expect(asked).not.toHaveBeenCalled();
  setTill(-3 * DAY_MS);
  for (let call = 0; call < 3; call += 1) await ask();
  expect(asked).toHaveBeenCalledOnce();
  expect(today()).toBe('2026-03-07');
  await ask('features');
  expect([today(), alertTexts().length]).toEqual(['2026-03-10', 1]);
});

test('rules §1 a clock that has been put right is believed again, and the alert goes', async () => {
  setTill(-2 * DAY_MS);
  await ask();
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

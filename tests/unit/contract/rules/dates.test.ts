import { expect, test } from 'vitest';
import {
  addDays,
  firstOfMonth,
  ageOn,
  dayOfRequest,
  endOfDay,
  formatDay,
  formatInstant,
  formatTime,
  lastInstantOf,
  mondayOf,
  monthOf,
  romeDay,
  startOfDay,
  toOffsetTimestamp,
} from '#contract/rules/dates.ts';

const HOUR_MS = 3_600_000;

test.each([
  ['2026-01-15', '2026-01-14T23:00:00.000Z'],
  ['2026-07-15', '2026-07-14T22:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
  ['2026-10-25', '2026-10-24T22:00:00.000Z'],
  ['2026-10-26', '2026-10-25T23:00:00.000Z'],
])('design §3 the day %s begins in Rome at %s', (day, instant) => {
  expect(startOfDay(day).toISOString()).toBe(instant);
});

test.each([
  ['2026-03-28', 24],
  ['2026-03-29', 23],
  ['2026-10-25', 25],
  ['2026-12-31', 24],
])('design §3 the day %s has %d hours in Rome', (day, hours) => {
  expect(endOfDay(day).getTime() - startOfDay(day).getTime()).toBe(hours * HOUR_MS);
});

test('rules §4 the last instant of a day is still of it, and the next one is not', () => {
  expect(lastInstantOf('2026-03-29').toISOString()).toBe('2026-03-29T21:59:59.999Z');
  expect(lastInstantOf('2026-12-31').toISOString()).toBe('2026-12-31T22:59:59.999Z');
});

test.each([
  ['2026-06-30T21:59:59.999Z', '2026-06-30'],
  ['2026-06-30T22:00:00.000Z', '2026-07-01'],
  ['2026-12-31T22:59:59.999Z', '2026-12-31'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01'],
])('design §3 at %s it is %s in Rome', (instant, day) => {
  expect(romeDay(new Date(instant))).toBe(day);
});

test('design §3 any number of instants, in any order, have the day of Rome', () => {
  const winter = new Date('2026-01-14T22:30:00Z');
  const summer = new Date('2026-07-14T22:30:00Z');
  for (let hour = 0; hour < 12_000; hour += 1) {
    const later = hour * HOUR_MS;
    romeDay(new Date(winter.getTime() + later));
    if (hour % 1000 === 0) expect([romeDay(winter), romeDay(summer)]).toEqual(['2026-01-14', '2026-07-15']);
  }
});

test('§9 days are counted across month, year and the change of the clocks', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
});

test('rules §4 the first and last day of a month', () => {
  expect(monthOf('2026-02-10')).toEqual({ first: '2026-02-01', last: '2026-02-28' });
  expect(monthOf('2028-02-10')).toEqual({ first: '2028-02-01', last: '2028-02-29' });
  expect(monthOf('2026-12-31')).toEqual({ first: '2026-12-01', last: '2026-12-31' });
});

test('rules §4 a year is complete on the birthday, not the day before', () => {
  expect(ageOn('2012-06-01', '2026-05-31')).toBe(13);
  expect(ageOn('2012-06-01', '2026-06-01')).toBe(14);
  expect(ageOn('2012-02-29', '2026-02-28')).toBe(13);
  expect(ageOn('2012-02-29', '2026-03-01')).toBe(14);
});

test('rules §1 a date-time is accepted where a date is', () => {
  expect(dayOfRequest('2026-07-01')).toBe('2026-07-01');
  expect(dayOfRequest('2026-06-30T22:30:00Z')).toBe('2026-07-01');
  expect(dayOfRequest('2026-07-01T00:30:00+02:00')).toBe('2026-07-01');
  expect(dayOfRequest('2026-07-01T23:30:00')).toBe('2026-07-01');
});

test('§2 a day is shown as dd/MM/yyyy, never shifted', () => {
  expect(formatDay('1962-03-01')).toBe('01/03/1962');
});

test('§2 an instant is shown in Rome as dd/MM/yyyy HH:mm:ss, midnight as 00', () => {
  expect(formatInstant(new Date('2026-07-01T22:05:09Z'))).toBe('02/07/2026 00:05:09');
  expect(formatInstant(new Date('2026-01-01T11:05:09Z'))).toBe('01/01/2026 12:05:09');
  expect(formatTime(new Date('2026-07-01T22:05:09Z'))).toBe('00:05');
});

test.each([
  ['2026-07-01T10:00:00.123Z', '2026-07-01T12:00:00.123+02:00'],
  ['2026-01-01T10:00:00.000Z', '2026-01-01T11:00:00.000+01:00'],
  ['2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000+02:00'],
  ['2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000+01:00'],
])('rules §1 %s is written %s, and means the same instant', (instant, written) => {
  expect(toOffsetTimestamp(new Date(instant))).toBe(written);
  expect(new Date(written).toISOString()).toBe(instant);
});

test.each([
  ['2026-11-30', 0, '2026-11-01'],
  ['2026-11-30', 3, '2027-02-01'],
  ['2026-03-31', -1, '2026-02-01'],
  ['2026-01-31', -11, '2025-02-01'],
])('design §3 %s and %d months is the month that begins on %s', (day, months, first) => {
  expect(firstOfMonth(day, months)).toBe(first);
});

test.each([
  ['2026-11-23', '2026-11-23'],
  ['2026-11-29', '2026-11-23'],
  ['2027-01-01', '2026-12-28'],
])('design §3 the week of %s begins on %s', (day, monday) => {
  expect(mondayOf(day)).toBe(monday);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addDays,
  ageOn,
  dayOfRequest,
  endOfDay,
  formatDay,
  formatInstant,
  formatInstantDashed,
  formatTime,
  lastInstantOf,
  monthOf,
  romeDay,
  startOfDay,
  toOffsetTimestamp,
} from '#contract/rules/dates.ts';
import { modelRuns } from '#tests/extent.ts';

const runs = modelRuns(200);
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The model numbers the days from 1 January 1970. */
const dayNumbers = fc.integer({ min: -10_000, max: 40_000 });
const instants = fc.date({ min: new Date('1985-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });

function dayOf(number: number): string {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

test('§9 days are counted as their numbers are', () => {
  fc.assert(
    fc.property(dayNumbers, fc.integer({ min: -5000, max: 5000 }), (number, days) => {
      expect(addDays(dayOf(number), days)).toBe(dayOf(number + days));
    }),
    runs,
  );
});

test('design §3 a day is all the instants between its beginning and its end in Rome, and no other', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const day = romeDay(instant);
      const [start, end] = [startOfDay(day).getTime(), endOfDay(day).getTime()];
      expect(start <= instant.getTime() && instant.getTime() < end).toBe(true);
      expect([23, 24, 25]).toContain((end - start) / HOUR_MS);
      expect(romeDay(new Date(start))).toBe(day);
      expect(romeDay(new Date(start - 1))).toBe(addDays(day, -1));
      expect(lastInstantOf(day).getTime()).toBe(end - 1);
      expect(endOfDay(day)).toEqual(startOfDay(addDays(day, 1)));
    }),
    runs,
  );
});

test('rules §1 an instant comes back from the wire as it was, and its day with it', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const written = toOffsetTimestamp(instant);
      expect(new Date(written)).toEqual(instant);
      expect(written.slice(0, 10)).toBe(romeDay(instant));
      for (const text of [written, instant.toISOString(), romeDay(instant)]) {
        expect(dayOfRequest(text)).toBe(romeDay(instant));
      }
    }),
    runs,
  );
});

test('§2 what is shown of an instant is what the clocks of Rome say at that moment', () => {
  fc.assert(
    fc.property(instants, (instant) => {
      const written = toOffsetTimestamp(instant);
      const [day, time] = [formatDay(written.slice(0, 10)), written.slice(11, 19)];
      expect(formatInstant(instant)).toBe(`${day} ${time}`);
      expect(formatInstantDashed(instant)).toBe(`${day.replaceAll('/', '-')} ${time}`);
      expect(formatTime(instant)).toBe(time.slice(0, 5));
    }),
    runs,
  );
});

test('rules §4 a month begins on its first day and ends before the next one begins', () => {
  fc.assert(
    fc.property(dayNumbers, (number) => {
      const day = dayOf(number);
      const { first, last } = monthOf(day);
      expect(first <= day && day <= last).toBe(true);
      expect(first.slice(7)).toBe('-01');
      expect(addDays(last, 1).slice(7)).toBe('-01');
      expect(monthOf(last)).toEqual({ first, last });
    }),
    runs,
  );
});

test('rules §4 an age grows by one on each birthday, and on no other day', () => {
  fc.assert(
    fc.property(dayNumbers, fc.integer({ min: 1, max: 30_000 }), (number, days) => {
      const [birth, day] = [dayOf(number), dayOf(number + days)];
      const before = addDays(day, -1);
      // A person born on 29 February becomes a year older on 1 March in other years.
      const isLeapBirthday = birth.endsWith('02-29') && day.endsWith('03-01') && !before.endsWith('02-29');
      const isBirthday = birth.slice(5) === day.slice(5) || isLeapBirthday;
      expect(ageOn(birth, day) - ageOn(birth, before)).toBe(isBirthday ? 1 : 0);
    }),
    runs,
  );
});

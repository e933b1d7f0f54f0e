import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, formatDay } from '#contract/rules/dates.ts';
import { parseDay, parseUnfinishedDay } from '#src/components/form/date-field.tsx';

test('§2 dates: every day written dd/MM/yyyy is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 73_000 }), (days) => {
      const day = addDays('1900-01-01', days);
      expect(parseUnfinishedDay(formatDay(day), 'date')).toBe(day);
    }),
  );
});

test.each(['1/2/2026', '01.02.2026', '01-02-2026', '01 02 2026', '01022026', ' 01/02/2026 '])(
  '§2 dates: %s is the 1st of February',
  (typed) => expect(parseUnfinishedDay(typed, 'date')).toBe('2026-02-01'),
);

test.each([
  ['1/2/26', 'date', '2026-02-01'],
  ['010226', 'date', '2026-02-01'],
  ['1/2/80', 'birth', '1980-02-01'],
  ['2/26', 'month', '2026-02-01'],
] as const)(
  '§2 dates: a year of two digits, %s in a field of a %s, is read when the field is left: %s',
  (typed, unit, day) => {
    expect(parseUnfinishedDay(typed, unit)).toBeUndefined();
    expect(parseDay(typed, unit)).toBe(day);
  },
);

test.each(['', '01/02', '31/02/2026', '29/02/2025', '00/01/2026', '01/13/2026', '01/02/0026', 'ieri'])(
  '§2 dates: "%s" is no day',
  (typed) => expect(parseDay(typed, 'date')).toBeUndefined(),
);

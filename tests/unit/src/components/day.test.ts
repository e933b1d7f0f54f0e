import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, formatDay } from '#contract/rules/dates.ts';
import { parseDay } from '#src/components/fields/day.ts';

test('§2 dates: every day written dd/MM/yyyy is read back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 73_000 }), (days) => {
      const day = addDays('1900-01-01', days);
      expect(parseDay(formatDay(day))).toBe(day);
    }),
  );
});

test.each(['1/2/2026', '01.02.2026', '01-02-2026', '01 02 2026', '01022026', ' 01/02/2026 '])(
  '§2 dates: %s is the 1st of February',
  (typed) => expect(parseDay(typed)).toBe('2026-02-01'),
);

test.each([
  '',
  '01/02',
  '01/02/26',
  '31/02/2026',
  '29/02/2025',
  '00/01/2026',
  '01/13/2026',
  '01/02/0026',
  '2026-02-01',
  'ieri',
])('§2 dates: "%s" is no day', (typed) => expect(parseDay(typed)).toBeNull());

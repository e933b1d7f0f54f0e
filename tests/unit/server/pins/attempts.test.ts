import { expect, test } from 'vitest';
import { type Attempts, NO_ATTEMPTS, withOneMore } from '#server/pins/verify-pin.ts';

const START = new Date('2026-01-01T00:00:00Z');
const YEAR_MS = 366 * 24 * 3_600_000;
/** The number of PINs with the minimum of five digits. */
const PINS = 10 ** 5;

test('rules §6 PIN: whoever tries one as often as the locks let, finds it within a year in at most 2 % of the cases', () => {
  let at = START;
  let attempts: Attempts = NO_ATTEMPTS;
  let tries = 0;
  while (at.getTime() - START.getTime() < YEAR_MS) {
    attempts = withOneMore(attempts, at);
    tries += 1;
    at = attempts.locked_until ?? at;
  }
  expect(tries).toBeGreaterThan(1800);
  expect(tries / PINS).toBeLessThanOrEqual(0.02);
});

test('rules §6 PIN: four tries lock nothing, the fifth does, the next five for longer', () => {
  let attempts: Attempts = NO_ATTEMPTS;
  const untils = Array.from({ length: 10 }, () => {
    attempts = withOneMore(attempts, START);
    return attempts.locked_until && (attempts.locked_until.getTime() - START.getTime()) / 60_000;
  });
  expect(untils).toEqual([null, null, null, null, 15, null, null, null, null, 60]);
});

import { expect, test } from 'vitest';
import { LOCKS } from '#server/database/advisory-locks.ts';

test('design §4 locks: no two of them are the same', () => {
  const numbers = Object.values(LOCKS);
  expect(new Set(numbers).size).toBe(numbers.length);
});

import { expect, test } from 'vitest';
import { nextRow } from '#src/pages/amc-orders/purchase-list.tsx';

test.each([
  ['ArrowDown', 5, 6],
  ['ArrowUp', 5, 4],
  ['PageDown', 5, 15],
  ['PageUp', 50, 40],
  ['Home', 50, 0],
  ['End', 50, 99],
  ['ArrowUp', 0, 0],
  ['ArrowDown', 99, 99],
  ['PageDown', 95, 99],
  ['PageUp', 3, 0],
])('design §5 the key %s leads from row %i to row %i of 100', (key, from, to) => {
  expect(nextRow(key, from, 100)).toBe(to);
});

test('design §5 any other key leads nowhere', () => {
  expect(nextRow('a', 5, 100)).toBeNull();
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom, seedOf } from '#demo/values.ts';

const seeds = fc.integer({ min: 0, max: 2 ** 32 - 1 });

test('design §2 demonstration data: the same seed gives the same sequence', () => {
  fc.assert(
    fc.property(seeds, (seed) => {
      const draw = () => {
        const random = seededRandom(seed);
        return [random.int(0, 1e6), random.chance(0.5), random.pick(['a', 'b', 'c']), random.shuffle([1, 2, 3, 4])];
      };
      expect(draw()).toEqual(draw());
    }),
  );
});

test('design §2 demonstration data: whole numbers stay between both bounds and reach them', () => {
  const random = seededRandom(seedOf('bounds'));
  const drawn = new Set(Array.from({ length: 500 }, () => random.int(-2, 3)));
  expect([...drawn].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2, 3]);
});

test('design §2 demonstration data: a shuffled list has the same members in another order', () => {
  const list = Array.from({ length: 100 }, (_, index) => index);
  const shuffled = seededRandom(seedOf('order')).shuffle(list);
  expect(shuffled).not.toEqual(list);
  expect([...shuffled].sort((a, b) => a - b)).toEqual(list);
});

test('design §2 demonstration data: each kind of thing has a seed of its own', () => {
  expect(new Set([seedOf('a'), seedOf('b'), seedOf('a', 1), seedOf('a', 1, 2), seedOf('a', 12)]).size).toBe(5);
});

test('design §2 demonstration data: nothing can be picked from an empty list', () => {
  expect(() => seededRandom(1).pick([])).toThrow('Nothing to pick from.');
});

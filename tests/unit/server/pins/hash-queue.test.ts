import { scryptSync } from 'node:crypto';
import { expect, test, vi } from 'vitest';
import { HashQueue } from '#server/pins/hashing.ts';

const INPUT = { secret: Buffer.from('secret'), salt: Buffer.from('salt'), keyBytes: 32 };
const RIGHT = { ...INPUT, cost: { N: 16, r: 1, p: 1 } };
/** scrypt throws when N is no power of two. */
const IMPOSSIBLE = { ...INPUT, cost: { N: 3, r: 1, p: 1 } };

test('rules §6 hashing: a thread that breaks fails its own hash, and the next has another', async () => {
  const queue = new HashQueue({ threads: 1, slots: 4 }, () => undefined);
  const broken = queue.withSlot(1, (derive) => derive(IMPOSSIBLE));
  const next = queue.withSlot(2, (derive) => derive(RIGHT));
  await expect(broken).rejects.toThrow(/scrypt/i);
  expect(Buffer.from(await next)).toEqual(scryptSync('secret', 'salt', 32, RIGHT.cost));
  expect(queue.counts).toEqual({ taken: 0, running: 0, waiting: 0 });
});

test('rules §6 hashing: no more slots than there are, and one that is left is free again', async () => {
  const onRefusal = vi.fn();
  const queue = new HashQueue({ threads: 1, slots: 2 }, onRefusal);
  const leave: (() => void)[] = [];
  const stay = (businessId: number) => queue.withSlot(businessId, () => new Promise<void>((done) => leave.push(done)));
  const staying = [stay(1), stay(2)];
  const refused = { description: 'TOO_MANY_REQUESTS', details: { retryAfter: 5 } };
  await expect(stay(3)).rejects.toMatchObject(refused);
  await expect(stay(1)).rejects.toMatchObject(refused);
  expect(queue.counts).toEqual({ taken: 2, running: 0, waiting: 0 });
  expect(onRefusal).toHaveBeenCalledTimes(2);
  leave.forEach((done) => done());
  await Promise.all(staying);
  expect(await queue.withSlot(1, () => Promise.resolve('in'))).toBe('in');
});

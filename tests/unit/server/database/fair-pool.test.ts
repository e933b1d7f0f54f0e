import type { PostgresPool, PostgresPoolClient } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fairPool, isDatabaseUnavailable } from '#server/database/pool.ts';
import { type Client, runAs } from '#server/limiter.ts';

/** A pool of eight connections, which it has always. */
function openPool() {
  const client = { release: () => undefined } as unknown as PostgresPoolClient;
  const pool: PostgresPool = { connect: () => Promise.resolve(client), end: () => Promise.resolve() };
  return fairPool(pool, 8);
}

const settled = () => new Promise((turn) => setImmediate(turn));

function clientOf(key: string, address = 'near', gone = new AbortController()): Client {
  return { key, address, signal: gone.signal, way: 'office' };
}

/** Takes connections, and counts those that are there. */
function taking(pool: PostgresPool) {
  const taken: PostgresPoolClient[] = [];
  const take = async (client: Client) => {
    const connection = await runAs(client, () => pool.connect());
    taken.push(connection);
  };
  return { taken, take };
}

test('design §4 turns: of long reads a user has a quarter of the connections, an address half, and the rest is of others', async () => {
  const pool = openPool();
  const { taken, take } = taking(pool);
  const asked: Promise<void>[] = [];
  const flood = async (count: number, client: Client) => {
    asked.push(...Array.from({ length: count }, () => take(client)));
    await settled();
    return taken.length;
  };
  expect(await flood(5, clientOf('one'))).toBe(2);
  expect(await flood(5, clientOf('two'))).toBe(4);
  expect(await flood(5, clientOf('three'))).toBe(4);
  expect(await flood(1, clientOf('far', 'away'))).toBe(5);
  for (let next = taken.shift(); next !== undefined; next = taken.shift()) {
    next.release();
    await settled();
  }
  await Promise.all(asked);
  expect(pool.waiting).toBe(0);
});

/** Takes all connections of an address until the end of the test. */
async function takeAll(pool: PostgresPool): Promise<void> {
  const { taken, take } = taking(pool);
  onTestFinished(() => taken.forEach((one) => one.release()));
  for (const key of ['a', 'a', 'b', 'b']) await take(clientOf(key));
}

test('design §4 client gone: who has gone waits in line no longer', async () => {
  const pool = openPool();
  await takeAll(pool);
  const gone = new AbortController();
  const waits = taking(pool).take(clientOf('e', 'near', gone));
  gone.abort(new Error('gone'));
  await expect(waits).rejects.toThrow('gone');
});

test('design §4 long answers: what does not get its turn in 20 s is refused as without a free connection; what has begun waits', async () => {
  const pool = openPool();
  await takeAll(pool);
  const late = new AbortController();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal);
  onTestFinished(() => timeout.mockRestore());
  const gone = new AbortController();
  const { take } = taking(pool);
  const refused = take(clientOf('e', 'near', gone)).catch(isDatabaseUnavailable);
  const begun = take({ ...clientOf('f', 'near', gone), hasBegun: true });
  await settled();
  late.abort(new Error('late'));
  expect(await refused).toBe(true);
  expect(new Set(timeout.mock.calls.flat())).toEqual(new Set([20_000]));
  gone.abort(new Error('gone'));
  await expect(begun).rejects.toThrow('gone');
});

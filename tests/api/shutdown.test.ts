import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { executePurchase } from '#contract/calls/purchases.ts';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { fillFaultFixture, patientOf } from '#tests/faults/fixture/people.ts';
import { callServer } from './support/call-server.ts';
import { PRODUCTS } from './support/fixture.ts';
import { prepareSale, settingsFor, signInAurora } from './support/server-process-fixture.ts';
import { program } from './support/programs.ts';
import { startServerProcess } from '../support/server-process.ts';
import { type DatabaseKind, makeTestDatabase } from './support/test-database.ts';

/** All these patients have a PIN. */
const SEEDS = Array.from({ length: 3 }, (_, index) => 12 * (index + 1));

async function countWaiting({ db }: OpenDatabase): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** @param delaySeconds for how long the server still serves everything after it has been told to end */
async function begin(kind: DatabaseKind, delaySeconds: number) {
  const database = await makeTestDatabase(kind);
  const { url, settings } = await settingsFor(database, {
    SHUTDOWN_DELAY_SECONDS: String(delaySeconds),
  });
  const before = await openDatabase(database.location);
  await fillFaultFixture(before.db, 'sale', SEEDS, new Date());
  const token = await signInAurora(before, settings);
  await before.close();
  const server = await startServerProcess([program('server')], settings);
  const sales = await Promise.all(
    SEEDS.map((seed) => prepareSale(url, token, patientOf('sale', seed), PRODUCTS.bread)),
  );
  return {
    database,
    server,
    execute: () => sales.map(async (sale) => (await callServer(url, executePurchase, sale, { token })).status),
    /** The status that a load balancer sees, or no answer. */
    readiness: () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 'gone',
      ),
  };
}

const ALL_SOLD = SEEDS.map(() => 200);

test('design §4 shutdown: told to end, it says so, is gone, and still answers the sales under way (postgres)', async () => {
  const { database, server, execute, readiness } = await begin('postgres', 3);
  const beside = await openDatabase(database.location);
  expect(await readiness()).toBe(200);
  const [sold, ended] = await beside.db.transaction().execute(async (trx) => {
    // Stops all sales half way.
    await trx.selectFrom('voucher').select('residual').forUpdate().execute();
    const selling = Promise.all(execute());
    await expect.poll(() => countWaiting(beside)).toBe(SEEDS.length);
    const ending = server.end();
    await expect.poll(readiness, { interval: 20 }).toBe(503);
    await expect.poll(readiness).toBe('gone');
    return [selling, ending].map((promise) => () => promise);
  });
  expect(await sold?.()).toEqual(ALL_SOLD);
  expect(await ended?.()).toBe(0);
  await beside.close();
  await database.remove();
});

test(
  'design §4 shutdown: the sales under way are answered, those that arrive while it says so too (pglite)',
  { tags: ['full'] },
  async () => {
    const { database, server, execute, readiness } = await begin('pglite', 10);
    const selling = execute();
    await Promise.race(selling);
    const ended = server.end();
    await expect.poll(readiness, { interval: 20 }).toBe(503);
    expect(await Promise.all(selling)).toEqual(ALL_SOLD);
    expect(await ended).toBe(0);
    await database.remove();
  },
);

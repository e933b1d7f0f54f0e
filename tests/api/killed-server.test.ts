// @module-tag full
import { setTimeout as after } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { readCartSummary } from '#contract/calls/carts.ts';
import { executePurchase } from '#contract/calls/purchases.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { seededRandom, seedOf } from '#demo/values.ts';
import { LONG_TEST, killings, testSeed } from '#tests/extent.ts';
import { fillFaultFixture, patientOf } from '#tests/faults/fixture/people.ts';
import { contradictions, halfMadePurchases } from './support/balanced-ledger.ts';
import { callServer } from './support/call-server.ts';
import { PRODUCTS } from './support/fixture.ts';
import { prepareSale, settingsFor, signInAurora } from './support/server-process-fixture.ts';
import { program } from './support/programs.ts';
import { startServerProcess } from '../support/server-process.ts';
import { type DatabaseKind, makeTestDatabase } from './support/test-database.ts';

/** Patients, of whom the last has a PIN. Several sales to each run at once. */
const SEEDS = [1, 2, 12] as const;
const SELLERS_OF_EACH = 2;
const FIRST_FREE_ID = 10_000;
/** Nothing depends on the clock, and no request is limited. */
const SETTINGS = {
  WORKER: 'off',
  RATE_LIMIT_PER_MINUTE: '1000000',
  LOOKUPS_PER_HOUR: '1000000',
  LOOKUPS_PER_DAY: '1000000',
};

type Execution = Awaited<ReturnType<typeof prepareSale>>;

async function begin(kind: DatabaseKind) {
  const database = await makeTestDatabase(kind);
  const { url, settings } = await settingsFor(database, SETTINGS);
  const before = await openDatabase(database.location);
  await fillFaultFixture(before.db, 'sale', SEEDS, new Date());
  const token = await signInAurora(before, settings);
  await before.close();
  let server = await startServerProcess([program('server')], settings);
  let isKilled = false;
  /** The cart of each purchase that was answered. */
  const told = new Map<number, number>();
  let unknown: Execution[] = [];

  async function sellOn(patientId: number): Promise<void> {
    while (!isKilled) {
      const execution = await prepareSale(url, token, patientId, PRODUCTS.cheap);
      unknown.push(execution);
      const { data, error } = await callServer(url, executePurchase, execution, { token });
      expect(error).toBeUndefined();
      told.set(Number(data?.purchase.purchaseId), execution.params.cartId);
      unknown = unknown.filter((one) => one !== execution);
    }
  }

  /** Sells until the server is killed, at a moment that depends on this seed. */
  async function sellUntilKilled(seed: number): Promise<void> {
    const random = seededRandom(seedOf('moment of a killing', seed));
    const [sales, ms] = [told.size + random.int(1, 12), random.int(0, 15)];
    isKilled = false;
    const patients = SEEDS.flatMap((one) => Array<number>(SELLERS_OF_EACH).fill(patientOf('sale', one)));
    const selling = patients.map((patientId) =>
      sellOn(patientId).catch((error: unknown) => {
        // The response is missing or cut.
        if (!isKilled) throw error;
      }),
    );
    const killing = expect
      .poll(() => told.size, { interval: 1 })
      .toBeGreaterThanOrEqual(sales)
      .then(async () => {
        await after(ms);
        isKilled = true;
        await server.kill();
      });
    await Promise.all([...selling, killing]);
  }

  /** Repeats every command without an answer: either it was executed, or it is executed now. */
  async function settle(): Promise<void> {
    server = await startServerProcess([program('server')], settings);
    for (const execution of unknown) {
      const again = await callServer(url, executePurchase, execution, { token });
      expect(['done', 'TRANSACTION_ALREADY_EXECUTED']).toContain(again.error?.description ?? 'done');
      const { data } = await callServer(url, readCartSummary, { params: execution.params }, { token });
      told.set(Number(data?.cart.purchaseId), execution.params.cartId);
    }
    unknown = [];
  }

  /** Expects the database to contain exactly the answered purchases. */
  async function expectKept(): Promise<void> {
    await server.kill();
    const { db, close } = await openDatabase(database.location);
    const kept = await db
      .selectFrom('purchase')
      .select(['purchase_id', 'cart_id'])
      .where('purchase_id', '>=', FIRST_FREE_ID)
      .execute();
    expect(new Map(kept.map((row) => [row.purchase_id, row.cart_id]))).toEqual(told);
    expect(await contradictions(db)).toEqual([]);
    expect(await halfMadePurchases(db, FIRST_FREE_ID)).toEqual([]);
    await close();
    await database.remove();
  }

  return { sellUntilKilled, settle, expectKept };
}

/** The embedded database only keeps its data when its process dies, not when the machine does. */
const databases: readonly DatabaseKind[] = killings === undefined ? ['postgres'] : ['postgres', 'pglite'];

test.each(databases)(
  'design §6 killed processes: killed amid the sales of several, each purchase that was told is there once, and what nobody knows can be asked again (%s)',
  async (database) => {
    const { sellUntilKilled, settle, expectKept } = await begin(database);
    for (let seed = testSeed; seed < testSeed + (killings ?? 1); seed += 1) {
      const settled = sellUntilKilled(seed).then(settle);
      await expect(settled, `TEST_SEED=${seed}`).resolves.toBeUndefined();
    }
    await expectKept();
  },
  LONG_TEST,
);

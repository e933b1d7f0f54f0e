import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clocks } from '#server/database/clock.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { createLogger } from '#server/http/logs.ts';
import { reconcileNightly } from '#server/worker.ts';
import { ASL, PRODUCTS, PURCHASES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { placeOrder } from './support/order.ts';
import { program } from './support/programs.ts';
import { SALES, checkBuying, executeBuying, openCart, put, sell } from './support/sale.ts';
import { makeTestDatabase } from './support/test-database.ts';
import { untilWaiting } from './support/until-waiting.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

describeOnEachDatabase('reconciliation', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  let amcOrderId: number;

  async function nightly(at: Date, startedAt = TEST_NOW) {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => lines.push(line) });
    await reconcileNightly({ ...server.services, ...clocks(() => at) }, logger, startedAt, never);
    return lines.join('');
  }

  async function gauge(name: string): Promise<string | undefined> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return new RegExp(`^reconciliation_${name} (.*)$`, 'm').exec(text)?.[1];
  }

  async function countRows(): Promise<number> {
    const { rows } = await sql<{ count: number }>`select (
      (select count(*) from voucher) + (select count(*) from purchase) + 2 * (select count(*) from amc_order)
      + (select count(distinct month) from ledger_month)
    )::int as count`.execute(server.db);
    return rows[0]?.count ?? 0;
  }

  function compare() {
    return reconcile(server.services, { isWhole: true, onMismatch: () => undefined, stop: never });
  }

  /** Compares what has changed, and names what differs. */
  async function compareChanged(): Promise<string[]> {
    const found: string[] = [];
    await reconcile(server.services, {
      onMismatch: (table, ids) => found.push(...ids.map((id) => `${table} ${id}`)),
      stop: never,
    });
    return found;
  }

  test('design §4 reconciliation: finds nothing wrong while sales are made, in every one of several batches', async () => {
    const token = await signInAs(server, USERS.aurora);
    ({ amcOrderId } = await placeOrder(server.db));
    await sql`insert into voucher (dossier_id, code, month, status, enabled_at, disabled_at, initial_amount, residual)
      select min(dossier_id), 'OLD' || n, date '1990-01-01' + n * interval '1 month', 'ENABLED', now(), now(), 50, 50
      from dossier cross join generate_series(1, 250) n group by n`.execute(server.db);
    expect(await gauge('mismatches')).toBeUndefined();
    const before = await countRows();
    const runs: Awaited<ReturnType<typeof compare>>[] = [];
    let isOpen = true;
    const sell20 = async () => {
      for (let count = 0; count < 20; count += 1) await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
      isOpen = false;
    };
    const compareMeanwhile = async () => {
      while (isOpen) runs.push(await compare());
    };
    await Promise.all([sell20(), compareMeanwhile()]);
    expect(runs.length).toBeGreaterThan(2);
    expect(runs.map((found) => found?.mismatches)).toEqual(runs.map(() => 0));
    expect(Math.min(...runs.map((found) => found?.checked ?? 0))).toBeGreaterThanOrEqual(before);
    expect((await compare())?.checked).toBe(before + 20);
    expect(await gauge('mismatches')).toBe('0');
    expect(Number(await gauge('timestamp_seconds'))).toBe(TEST_NOW.getTime() / 1000);
  });

  test.runIf(database === 'postgres')(
    'design §4 reconciliation: a sale that is under way is neither a mismatch nor waited for',
    async () => {
      const token = await signInAs(server, USERS.aurora);
      const cartId = await openCart(server, token, SALES.withoutPin);
      await put(server, token, cartId, PRODUCTS.bread, 1);
      const txCommandId = await checkBuying(server, token, cartId);
      const before = await countRows();
      const sale = await server.db.transaction().execute(async (trx) => {
        // A sale writes the audit last.
        await sql`lock table audit in share mode`.execute(trx);
        const execution = executeBuying(server, token, cartId, txCommandId);
        const waiting = async () =>
          (await sql`select from pg_locks where not granted and relation = 'audit'::regclass`.execute(trx)).rows.length;
        await expect.poll(waiting).toBe(1);
        expect(await compare()).toEqual({ checked: before, mismatches: 0 });
        return [execution];
      });
      expect((await sale[0])?.status).toBe(200);
      expect(await compare()).toEqual({ checked: before + 1, mismatches: 0 });
    },
  );

  test('design §4 reconciliation: a run compares what entries and orders have changed since the last one, by entry', async () => {
    const token = await signInAs(server, USERS.aurora);
    await compareChanged();
    const run = server.db.selectFrom('reconciliation').select('checked').orderBy('reconciliation_id', 'desc').limit(1);
    const checked = async () => (await run.executeTakeFirstOrThrow()).checked;
    expect(await compareChanged()).toEqual([]);
    const idle = await checked();
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    await compareChanged();
    // Voucher, purchase and the sums of the month.
    expect(await checked()).toBe(idle + 3);
    const { amcOrderId: another } = await placeOrder(server.db, { purchaseIds: [PURCHASES.cancelled.id] });
    await compareChanged();
    expect(await checked()).toBe(idle + 2);
    for (const table of ['outbox', 'amc_order_purchase', 'amc_order'] as const)
      await server.db.deleteFrom(table).where('amc_order_id', '=', another).execute();
    expect(await compareChanged()).toEqual([]);
  });

  test('design §4 reconciliation: what has changed by no entry is found by a whole run, and looked at until it agrees', async () => {
    const set = (residual: string) =>
      server.db.updateTable('voucher').set({ residual }).where('voucher_id', '=', 600).execute();
    const { residual } = await server.db
      .selectFrom('voucher')
      .select('residual')
      .where('voucher_id', '=', 600)
      .executeTakeFirstOrThrow();
    const sums = server.db.updateTable('ledger_month');
    await set('0.99');
    await sums.set((eb) => ({ amount: eb('amount', '+', '1') })).execute();
    expect(await compareChanged()).toEqual([]);
    expect((await compare())?.mismatches).toBeGreaterThan(1);
    const known = await compareChanged();
    expect(known).toContain('voucher 600');
    expect(known.some((name) => name.startsWith('ledger_month'))).toBe(true);
    expect(await gauge('mismatches')).toBe(String(known.length));
    await set(residual);
    await sums.set((eb) => ({ amount: eb('amount', '-', '1') })).execute();
    expect(await compareChanged()).toEqual([]);
    expect(await gauge('mismatches')).toBe('0');
  });

  test('design §4 reconciliation: each night one of the processes does it, and goes on where one was cut off', async () => {
    const night = new Date(TEST_NOW.getTime() + DAY_MS);
    const both = await Promise.all([nightly(night), nightly(night)]);
    expect(both.filter((lines) => lines.includes('ledger reconciled'))).toHaveLength(1);
    expect(await nightly(new Date(night.getTime() + 1))).toBe('');
    const soon = new Date(night.getTime() + HOUR_MS);
    expect(await nightly(soon, soon)).toBe('');
    const later = new Date(night.getTime() + HOUR_MS + 1);
    expect(await nightly(later, later)).toContain('ledger reconciled');

    const next = new Date(night.getTime() + DAY_MS);
    const gone = AbortSignal.abort();
    const cut = reconcile({ ...server.services, ...clocks(() => next) }, { onMismatch: () => undefined, stop: gone });
    await expect(cut).rejects.toThrow('abort');
    const under = server.db.selectFrom('reconciliation').select('started_at').where('ended_at', 'is', null);
    expect(await under.execute()).toEqual([{ started_at: next }]);
    expect(await nightly(next)).toContain('ledger reconciled');
    expect(await under.execute()).toEqual([]);
  });

  test('design §4 reconciliation: one that fails is gone on with, by whichever process', async () => {
    const night = new Date(TEST_NOW.getTime() + 6 * DAY_MS);
    const token = await signInAs(server, USERS.aurora);
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    await sql`alter table purchase_item rename to away`.execute(server.db);
    await expect(nightly(night)).rejects.toThrow('purchase_item');
    await sql`alter table away rename to purchase_item`.execute(server.db);
    expect(await nightly(night)).toContain('ledger reconciled');
  });

  test('design §4 reconciliation: whatever was changed by hand is an alarm in log and metrics, by its id', async () => {
    const { db } = server;
    const { active, cancelled } = PURCHASES;
    await db.updateTable('voucher').set({ residual: '0.99' }).where('voucher_id', '=', 600).execute();
    await db.updateTable('purchase_item').set({ total: '0.99' }).where('purchase_id', '=', active.id).execute();
    await db.deleteFrom('purchase_item').where('purchase_id', '=', cancelled.id).execute();
    await db.updateTable('amc_order').set({ amount: '0.99' }).where('amc_order_id', '=', amcOrderId).execute();
    // Who pays: the entry of the sale still says it.
    const { rows: moved } = await sql<{ id: number }>`update purchase set asl_id = ${ASL.sassari}
      where purchase_id = (select max(purchase_id) from purchase) returning purchase_id as id`.execute(db);
    await compare();
    const lines = await nightly(new Date(TEST_NOW.getTime() + 9 * DAY_MS));
    expect(lines).toContain('"table":"voucher","ids":[600],"msg":"the ledger does not match"');
    const ids = [active.id, cancelled.id, Number(moved[0]?.id)].sort((a, b) => a - b).join();
    expect(lines).toContain(`"table":"purchase","ids":[${ids}],"msg":"the ledger does not match"`);
    expect(lines).toContain(`"table":"amc_order","ids":[${amcOrderId}],"msg":"the ledger does not match"`);
    expect(await gauge('mismatches')).toBe('5');
    expect(Number(await gauge('checked_rows'))).toBeGreaterThan(0);
  });
});

describeOnEachDatabase('the command of the reconciliation', (database) => {
  test('design §4 reconciliation: by its command, which ends with 1 and names by id what differs', async () => {
    const { location, remove } = await makeTestDatabase(database);
    const place =
      location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATABASE_URL: '', DATA_DIR: dirname(location.folder) };
    const reconcileBy = () => run(process.execPath, [program('reconcile')], { env: { ...process.env, ...place } });
    expect((await reconcileBy()).stdout).toMatch(/^Compared \d\d+ rows, 0 differ\n$/);
    const { db, close } = await openDatabase(location);
    await db.updateTable('voucher').set({ residual: '0.99' }).where('voucher_id', '=', 600).execute();
    await close();
    await expect(reconcileBy()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /^voucher 600 does not match the ledger\nCompared \d+ rows, 1 differ\nWhat to do: .*A figure does not agree\n$/,
      ) as string,
    });
    await remove();
  });
});

test('design §4 reconciliation: one that is told to end leaves nothing that others wait for', async () => {
  const { location, remove } = await makeTestDatabase('postgres');
  const { db, close } = await openDatabase(location);
  const stop = new AbortController();
  const reconcileUntil = (signal: AbortSignal) =>
    reconcile({ db, ...clocks() }, { isWhole: true, onMismatch: () => undefined, stop: signal });
  const run = await db.transaction().execute(async (trx) => {
    await sql`lock table purchase`.execute(trx);
    const outcome = reconcileUntil(stop.signal).then(
      () => 'done',
      (error: unknown) => String(error),
    );
    await untilWaiting(db);
    stop.abort();
    return { outcome };
  });
  expect(await run.outcome).toContain('AbortError');
  expect(await reconcileUntil(never)).toMatchObject({ mismatches: 0 });
  await close();
  await remove();
});

import { execFile } from 'node:child_process';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/database/open-database.ts';
import { reconcile } from '#server/domain/ledger/reconcile.ts';
import { createLogger } from '#server/http/logger.ts';
import { reconcileNightly } from '#server/worker/reconcile-nightly.ts';
import { PRODUCTS, PURCHASES, TEST_NOW, USERS } from './fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './harness.ts';
import { placeOrder } from './order.ts';
import { SALES, sell } from './sale.ts';
import { makeTestDatabase } from './test-database.ts';

const run = promisify(execFile);
const never = new AbortController().signal;
const DAY_MS = 24 * 60 * 60 * 1000;

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
    await reconcileNightly({ ...server.services, now: () => at }, logger, startedAt, never);
    return lines.join('');
  }

  async function gauge(name: string): Promise<string | undefined> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return new RegExp(`^reconciliation_${name} (.*)$`, 'm').exec(text)?.[1];
  }

  test('design §4 reconciliation: finds nothing wrong while sales are made, batch after batch', async () => {
    const token = await signInAs(server, USERS.aurora);
    ({ amcOrderId } = await placeOrder(server.db));
    expect(await gauge('mismatches')).toBeUndefined();
    for (let count = 0; count < 8; count += 1) {
      const [found] = await Promise.all([
        reconcile(server.services, { onMismatch: () => undefined, stop: never }),
        sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1),
      ]);
      expect(found?.checked).toBeGreaterThan(10);
      expect(found?.mismatches).toBe(0);
    }
    expect(await gauge('mismatches')).toBe('0');
    expect(Number(await gauge('timestamp_seconds'))).toBe(TEST_NOW.getTime() / 1000);
  });

  test('design §4 reconciliation: each night one of the processes does it, and again where one was cut off', async () => {
    const night = new Date(TEST_NOW.getTime() + DAY_MS);
    const both = await Promise.all([nightly(night), nightly(night)]);
    expect(both.filter((lines) => lines.includes('ledger reconciled'))).toHaveLength(1);
    expect(await nightly(new Date(night.getTime() + 1))).toBe('');
    const started = new Date(night.getTime() + 2);
    expect(await nightly(started, started)).toContain('ledger reconciled');

    const next = new Date(night.getTime() + DAY_MS);
    const gone = AbortSignal.abort();
    const cut = reconcile({ ...server.services, now: () => next }, { onMismatch: () => undefined, stop: gone });
    await expect(cut).rejects.toThrow('abort');
    await server.db.insertInto('reconciliation').values({ started_at: next }).execute();
    expect(await nightly(next)).toBe('');
    expect(await nightly(new Date(next.getTime() + DAY_MS / 8))).toContain('ledger reconciled');
  });

  test('design §4 reconciliation: whatever was changed by hand is an alarm in log and metrics, by its id', async () => {
    const { db } = server;
    const { active, cancelled } = PURCHASES;
    await db.updateTable('voucher').set({ residual: '0.99' }).where('voucher_id', '=', 600).execute();
    await db.updateTable('purchase_item').set({ total: '0.99' }).where('purchase_id', '=', active.id).execute();
    await db.deleteFrom('purchase_item').where('purchase_id', '=', cancelled.id).execute();
    await db.updateTable('amc_order').set({ amount: '0.99' }).where('amc_order_id', '=', amcOrderId).execute();
    const lines = await nightly(new Date(TEST_NOW.getTime() + 9 * DAY_MS));
    expect(lines).toContain('"table":"voucher","ids":[600],"msg":"the ledger does not match"');
    const ids = [active.id, cancelled.id].sort((a, b) => a - b).join();
    expect(lines).toContain(`"table":"purchase","ids":[${ids}],"msg":"the ledger does not match"`);
    expect(lines).toContain(`"table":"amc_order","ids":[${amcOrderId}],"msg":"the ledger does not match"`);
    expect(await gauge('mismatches')).toBe('4');
    expect(Number(await gauge('checked_rows'))).toBeGreaterThan(10);
  });
});

describeOnEachDatabase('the command of the reconciliation', (database) => {
  test('design §4 reconciliation: by its command, which ends with 1 and names by id what differs', async () => {
    const { location, remove } = await makeTestDatabase(database);
    const place =
      location.kind === 'postgres'
        ? { DATABASE_URL: location.url }
        : { DATABASE_URL: '', DATA_DIR: dirname(location.folder) };
    const reconcileBy = () => run(process.execPath, ['scripts/reconcile.mjs'], { env: { ...process.env, ...place } });
    expect((await reconcileBy()).stdout).toMatch(/^Compared \d\d+ rows, 0 differ\n$/);
    const { db, close } = await openDatabase(location);
    await db.updateTable('voucher').set({ residual: '0.99' }).where('voucher_id', '=', 600).execute();
    await close();
    await expect(reconcileBy()).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^voucher 600 does not match the ledger\nCompared \d+ rows, 1 differ\n$/) as string,
    });
    await remove();
  });
});

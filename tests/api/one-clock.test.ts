import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { closeMonth, readMonthFigures } from '#contract/admin/closings.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { checkCart } from '#contract/calls/carts.ts';
import { checkPurchase } from '#contract/calls/purchases.ts';
import { monthOf, romeDay } from '#contract/rules/dates.ts';
import type { Id } from '#contract/wire.ts';
import { claimDeliveries, recordDelivery } from '#server/amc-orders/delivery.ts';
import { buildApp } from '#server/app.ts';
import { readInstant } from '#server/database/clock.ts';
import { deleteKeptAnswers } from '#server/http/kept-answers.ts';
import { createLogger } from '#server/http/logs.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { anonymisePatients } from '#server/patients/anonymise-patients.ts';
import { deleteOldLookups } from '#server/patients/lookups.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { deleteAbandonedCarts } from '#server/sale/delete-abandoned-carts.ts';
import { cancel } from './support/after-sale.ts';
import { ASL, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, sell } from './support/sale.ts';
import { makeTestDatabase } from './support/test-database.ts';
import { makeTill, tokenOf } from './support/tills.ts';

const MAY = { aslId: ASL.cagliari, month: '2026-05-01' };
const IN_MAY = new Date('2026-05-31T21:59:20Z');
/** Later than a database that takes over may be behind. */
const IN_JUNE = new Date('2026-05-31T22:00:40Z');
/** In ms: as far the clock of one process is ahead of the database's, and that of the other behind. */
const SKEW = 90_000;

/** Two processes beside one PostgreSQL. */
describe('one clock (postgres)', () => {
  let now = TEST_NOW;
  let ahead: TestServer;
  let behind: TestServer;
  let shopOf: ReadonlyMap<TestServer, string>;
  let region: string;
  beforeAll(async () => {
    const copy = await makeTestDatabase('postgres');
    const start = (skew: number) =>
      startTestServer({
        database: 'postgres',
        copy: { ...copy, remove: () => Promise.resolve() },
        now: () => now,
        processNow: () => new Date(now.getTime() + skew),
      });
    [ahead, behind] = [await start(SKEW), await start(-SKEW)];
    return async () => {
      await ahead.close();
      await behind.close();
      await copy.remove();
    };
  });

  async function standAt(instant: Date): Promise<void> {
    now = instant;
    shopOf = new Map([
      [ahead, await signInAs(ahead, USERS.aurora)],
      [behind, await signInAs(behind, USERS.aurora)],
    ]);
    region = await signInAs(ahead, USERS.region);
  }
  beforeEach(async () => {
    // As that of a month that is over, after a swap of paper.
    const lasting = { residual: '90', disabled_at: new Date('2026-06-30T21:59:59Z') };
    await ahead.db.updateTable('voucher').set(lasting).where('voucher_id', '=', 200).execute();
  });

  const shop = (server: TestServer) => shopOf.get(server) ?? '';
  const sellAt = (server: TestServer) => sell(server, shop(server), SALES.withoutPin, PRODUCTS.bread, 1);

  async function soldAt(purchaseId: Id): Promise<Date> {
    const purchase = ahead.db.selectFrom('purchase').select('created_at').where('purchase_id', '=', Number(purchaseId));
    return (await purchase.executeTakeFirstOrThrow()).created_at;
  }

  async function may() {
    return (await ahead.callOk(readMonthFigures, { query: MAY }, { token: region })).month;
  }

  async function closeMay() {
    const { controlTotal, orders, rejections } = (await may()).figures;
    const shown = {
      controlTotal,
      ordersAmount: orders.amount.toNumber(),
      rejectionsAmount: rejections.amount.toNumber(),
    };
    return ahead.call(closeMonth, { body: { ...MAY, shown } }, { token: region });
  }

  test('rules §9 one clock: before the end of the month on the database nobody calls it over, and both sell in it', async () => {
    await standAt(IN_MAY);
    expect((await may()).isOver).toBe(false);
    expect((await closeMay()).error?.description).toBe('MONTH_NOT_OVER');
    for (const server of [ahead, behind]) expect(await soldAt(await sellAt(server))).toEqual(IN_MAY);
  });

  test('rules §9 one clock: a bill that is called over does not change, and both sell and cancel in the next month', async () => {
    await standAt(IN_MAY);
    const earlier = [await sellAt(ahead), await sellAt(behind)];
    await standAt(IN_JUNE);
    const { isOver, figures } = await may();
    expect(isOver).toBe(true);
    for (const server of [ahead, behind]) {
      expect(await soldAt(await sellAt(server))).toEqual(IN_JUNE);
      await cancel(server, shop(server), earlier.pop() ?? 0);
    }
    expect((await may()).figures).toEqual(figures);
    expect((await closeMay()).status).toBe(200);
    for (const server of [ahead, behind]) expect(await soldAt(await sellAt(server))).toEqual(IN_JUNE);
    expect((await may()).figures).toEqual(figures);
  });

  test('rules §6 one clock: a command ends for both after ten minutes of the database', async () => {
    await standAt(IN_JUNE);
    const cartId = await openCart(ahead, shop(ahead), SALES.withoutPin);
    await put(ahead, shop(ahead), cartId, PRODUCTS.bread, 1);
    const txCommandId = await checkBuying(ahead, shop(ahead), cartId);
    await standAt(new Date(IN_JUNE.getTime() + 600_000));
    for (const server of [ahead, behind]) {
      const { error } = await executeBuying(server, shop(server), cartId, txCommandId);
      expect(error?.description).toBe('TRANSACTION_EXPIRED');
    }
    const again = await checkBuying(behind, shop(behind), cartId);
    await standAt(new Date(now.getTime() + 599_000));
    expect((await executeBuying(ahead, shop(ahead), cartId, again)).status).toBe(200);
  });

  test('rules §6 one clock: a PIN is locked for both until the same instant of the database', async () => {
    await standAt(TEST_NOW);
    const cartId = await openCart(ahead, shop(ahead), SALES.withPin);
    await put(ahead, shop(ahead), cartId, PRODUCTS.bread, 1);
    const txCommandId = await checkBuying(ahead, shop(ahead), cartId);
    const lockedUntil = new Date(TEST_NOW.getTime() + 900_000);
    for (let tries = 1; tries <= 5; tries += 1) await executeBuying(ahead, shop(ahead), cartId, txCommandId, '00000');
    for (const server of [ahead, behind]) {
      const { data } = await server.call(
        checkPurchase,
        { params: { cartId: Number(cartId) } },
        { token: shop(server) },
      );
      expect(new Date(data?.txCommand.lockedUntil ?? 0)).toEqual(lockedUntil);
    }
    await standAt(new Date(lockedUntil.getTime() - 1));
    const command = await checkBuying(ahead, shop(ahead), cartId);
    const early = await executeBuying(ahead, shop(ahead), cartId, command, SALES.withPin.otp);
    expect(early.error?.description).toBe('TRANSACTION_LOCKED');
    await standAt(lockedUntil);
    expect((await executeBuying(behind, shop(behind), cartId, command, SALES.withPin.otp)).status).toBe(200);
  });
});

describeOnEachDatabase('the true clock', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, isOnTime: true });
    const always = { enabled_at: new Date('2000-01-01T00:00:00Z'), disabled_at: new Date('2100-01-01T00:00:00Z') };
    await server.db.updateTable('voucher').set(always).where('voucher_id', 'in', [100, 200]).execute();
  });
  afterAll(() => server.close());

  test('design §4 one clock: whoever sells, cancels, orders and confirms does so by the clock of the database', async () => {
    const token = await signInAs(server, USERS.aurora);
    const begun = await readInstant(server.db, server.services);
    const [kept, taken] = [
      await sell(server, token, SALES.withPin, PRODUCTS.bread, 1),
      await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1),
    ];
    await cancel(server, token, taken);
    const body = { purchasesIds: [Number(kept)], orderDate: server.services.now().toISOString() };
    await server.callOk(createAmcOrders, { body }, { token });
    const [delivery] = await claimDeliveries(server.services, { limit: 1, leaseMs: 1000 });
    if (delivery === undefined) throw new Error('no order is due');
    await recordDelivery(server.services, delivery, { kind: 'REJECTED', reason: 'di prova' });
    const till = await tokenOf(server, await makeTill(server, STORES.auroraCentro));
    const asked = () => server.callOk(checkCart, { body: SALES.withoutPin }, { token: till, key: 'one' });
    expect(await asked()).toEqual(await asked());
    const ended = await readInstant(server.db, server.services);
    const { rows } = await sql<{ at: Date }>`
      select created_at as at from purchase where purchase_id = any(${[Number(kept), Number(taken)]}::bigint[])
      union all select cancelled_at from purchase where purchase_id = ${Number(taken)}
      union all select rejected_at from amc_order where amc_order_id = ${delivery.amcOrderId}
      union all select executed_at from tx_command where executed_at is not null`.execute(server.db);
    expect(rows).toHaveLength(9);
    for (const { at } of rows) expect([begun <= at, at <= ended]).toEqual([true, true]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  });

  test('design §4 one clock: whatever is done by the worker is done by the clock of the database', async () => {
    const stop = new AbortController().signal;
    await deleteKeptAnswers(server.services, stop);
    await deleteOldLookups(server.services, stop);
    await deleteAbandonedCarts(server.services, stop);
    await anonymisePatients(server.services, 24, stop);
    await renewVouchers(server.services, stop);
    await reconcile(server.services, { onMismatch: () => undefined, stop });
    const month = monthOf(romeDay(new Date())).first;
    const made = server.db.selectFrom('voucher').select('voucher_id').where('month', '=', month).limit(1);
    expect(await made.executeTakeFirst()).toBeDefined();
  });
});

describe('a wrong clock (postgres)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres' });
  });
  afterAll(() => server.close());

  test('design §4 one clock: a process whose clock differs says so once, in log and metric; far off it is not ready', async () => {
    const lines: { level: string; msg: string }[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as (typeof lines)[0]) });
    let seconds = 0;
    const skewed = () => new Date(TEST_NOW.getTime() + seconds * 1000);
    const app = await buildApp({ settings: server.settings, services: { ...server.services, now: skewed }, logger });
    const ask = async () => {
      const answer = await app.inject('/readyz');
      const [, metric] = /^database_clock_difference_seconds (\S+)$/m.exec(await app.metrics.metrics()) ?? [];
      return [answer.statusCode, Number(metric), answer.json<{ reason?: string }>().reason];
    };
    const told = () => lines.splice(0).flatMap(({ level, msg }) => (msg.includes('clock') ? [[level, msg]] : []));
    const difference = (text: string): unknown =>
      expect.stringContaining(`the clock of this process is ${text} the database's`);

    expect(await ask()).toEqual([200, 0, undefined]);
    seconds = 4;
    expect(await ask()).toEqual([200, 4, undefined]);
    expect(told()).toEqual([]);
    for (seconds of [6, 7, 29]) expect(await ask()).toEqual([200, seconds, undefined]);
    expect(told()).toEqual([['warn', difference('6.0 s ahead of')]]);
    for (seconds of [-31, -90]) expect(await ask()).toEqual([503, seconds, difference(`${-seconds}.0 s behind`)]);
    expect(told()).toEqual([['error', difference('31.0 s behind')]]);
    seconds = 1;
    expect(await ask()).toEqual([200, 1, undefined]);
    expect(told()).toEqual([['info', 'the clock of this process is that of the database again']]);
    await app.close();
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clocks } from '#server/database/clock.ts';
import { closeMonth } from '#server/ledger/closings.ts';
import { type MonthFigures, type MonthRequest, readMonth } from '#server/ledger/month.ts';
import type { Principal } from '#server/services.ts';
import { DomainError } from '#server/domain-error.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { checkCancelling, executeCancelling } from '../support/after-sale.ts';
import { fillPurchase } from '../support/fill-fixture.ts';
import { ASL, BUSINESSES, PATIENTS, PRODUCTS, STORES, USERS } from '../support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from '../support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put } from '../support/sale.ts';

const OCTOBER = '2026-10-01';
const PURCHASES = 60;
/** So many cancellations are executed at the same time. */
const LANES = 3;
/** So many purchases are cancelled after the closing. */
const LATER = 5;
/** A process whose clock is late dates in October what it does in November. */
const LATE_CLOCK = new Date('2026-10-31T22:59:59.5Z');
const IN_NOVEMBER = new Date('2026-10-31T23:00:01Z');

const sale = {
  patient: PATIENTS.withPin,
  dossier: 10,
  voucher: 100,
  asl: ASL.sassari,
  business: BUSINESSES.aurora,
  store: STORES.auroraCentro,
  user: 1,
  residualAfter: '0',
  at: new Date('2026-10-20T08:00:00Z'),
  items: [[PRODUCTS.bread, 1]],
} as const;

/** Only on PostgreSQL: the embedded database has one session, so there are no races (design §6). */
describe('races with the closing of a month (postgres)', () => {
  let server: TestServer;
  let shop: string;
  let operator: Principal;
  let clock = LATE_CLOCK;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres', now: () => clock });
    shop = await signInAs(server, USERS.aurora);
    const { user_id: userId } = await server.db
      .selectFrom('app_user')
      .select('user_id')
      .where('username', '=', USERS.region)
      .executeTakeFirstOrThrow();
    const of = { sessionId: '', username: USERS.region, call: 'test', address: '127.0.0.1', trace: 'test' };
    operator = { ...of, userId, profile: 'OPERATOR', businessId: null, aslId: null };
    await server.db.transaction().execute(async (trx) => {
      for (let id = 2001; id <= 2000 + 2 * PURCHASES; id += 1) await fillPurchase(trx, { ...sale, id });
    });
  });
  afterAll(() => server.close());

  const inNovember = () => ({ ...server.services, ...clocks(() => IN_NOVEMBER) });

  async function correctionsOf(month: string) {
    const { figures } = await readMonth(inNovember(), operator, { aslId: ASL.sassari, month });
    return { own: figures.cancellations.count, later: figures.corrections.count };
  }

  async function isWaiting(): Promise<number> {
    const locks = sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    return (await locks.execute(server.db)).rows.length;
  }

  function asShown({ controlTotal, orders, rejections }: MonthFigures) {
    return { controlTotal, ordersAmount: orders.amount.toNumber(), rejectionsAmount: rejections.amount.toNumber() };
  }

  /** Closes a month as an operator does: reads the figures, and reads them again when they have changed. */
  async function closeAsShown(request: MonthRequest): Promise<MonthFigures> {
    const { figures } = await readMonth(inNovember(), operator, request);
    return closeMonth(
      inNovember(),
      operator,
      { ...request, shown: asShown(figures) },
      (closing) => closing.figures,
    ).catch((error: unknown) => {
      if (error instanceof DomainError && error.description === 'MONTH_FIGURES_CHANGED') return closeAsShown(request);
      throw error;
    });
  }

  /**
   * Starts the work while another session holds the lock that closing a month of 2026 takes, so that it waits for it.
   */
  async function whileClosing<T>(month: number, aslId: number, work: () => Promise<T>): Promise<T> {
    const { done } = await server.db.transaction().execute(async (trx) => {
      const number = 725_007_000 + 2026 * 12 + month;
      await sql`select pg_advisory_xact_lock(${number}::integer, ${aslId}::integer)`.execute(trx);
      const underWay = work();
      await expect.poll(isWaiting).toBe(1);
      return { done: underWay };
    });
    return done;
  }

  test('rules §9 closing race: of many cancellations beside it each is in the closed month or in the next, once', async () => {
    const ids = Array.from({ length: PURCHASES }, (_, index) => 2001 + index);
    const commands: { id: number; txCommandId: number }[] = [];
    for (const id of ids) commands.push({ id, txCommandId: await checkCancelling(server, shop, id) });
    const cancel = async ({ id, txCommandId }: (typeof commands)[number]) =>
      (await executeCancelling(server, shop, id, txCommandId)).status;
    const before = await Promise.all(commands.slice(0, PURCHASES / 6).map(cancel));
    const rest = commands.slice(PURCHASES / 6);
    const beside: number[] = [];
    let isClosed = false;
    const next = () => (isClosed || rest.length <= LATER ? undefined : rest.shift());
    const lane = async () => {
      for (let command = next(); command; command = next()) beside.push(await cancel(command));
    };
    const closing = closeAsShown({ aslId: ASL.sassari, businessId: BUSINESSES.aurora, month: OCTOBER }).finally(() => {
      isClosed = true;
    });
    const [frozen] = await Promise.all([closing, ...Array.from({ length: LANES }, lane)]);
    const after = await Promise.all(rest.map(cancel));
    expect(new Set([...before, ...beside, ...after])).toEqual(new Set([200]));
    const october = await correctionsOf(OCTOBER);
    const november = await correctionsOf('2026-11-01');
    expect(october.own).toBe(frozen.cancellations.count);
    expect(frozen.cancellations.count).toBeGreaterThanOrEqual(PURCHASES / 6);
    expect(november.later).toBeGreaterThan(0);
    expect(frozen.cancellations.count + november.later).toBe(PURCHASES);
    const differing: string[] = [];
    const never = new AbortController().signal;
    await reconcile(inNovember(), { isWhole: true, onMismatch: (table) => differing.push(table), stop: never });
    expect(differing).not.toContain('month_closing');
  });

  test('rules §9 closing race: it waits for what is in flight, and counts it', async () => {
    const request = { aslId: ASL.sassari, month: OCTOBER };
    const before = await correctionsOf('2026-11-01');
    const { closing } = await server.db.transaction().execute(async (trx) => {
      // The purchase belongs to another business, whose month is still open.
      await fillPurchase(trx, { ...sale, id: 2900, business: BUSINESSES.corso, store: STORES.corso, user: 2 });
      const { figures } = await readMonth({ ...inNovember(), db: trx }, operator, request);
      const shown = asShown(figures);
      const underWay = closeMonth(inNovember(), operator, { ...request, shown }, (closed) => closed.figures);
      await expect.poll(isWaiting).toBe(1);
      return { closing: underWay };
    });
    const frozen = await closing;
    expect(frozen.purchases.count).toBe(2 * PURCHASES + 1);
    expect(await correctionsOf('2026-11-01')).toEqual(before);
  });

  test('rules §9 closing race: what waits for it sees the month closed and comes into the next', async () => {
    const id = 2001 + PURCHASES;
    const txCommandId = await checkCancelling(server, shop, id);
    const before = await correctionsOf('2026-11-01');
    const answer = await whileClosing(10, ASL.sassari, () => executeCancelling(server, shop, id, txCommandId));
    expect(answer.status).toBe(200);
    expect(await correctionsOf('2026-11-01')).toEqual({ ...before, later: before.later + 1 });
  });

  test('rules §9 closing race: a sale that waits for it is of the next month, and so is its unusual price', async () => {
    clock = new Date('2026-05-31T21:59:59.5Z');
    const token = await signInAs(server, USERS.aurora);
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.fine, 1, 4);
    const txCommandId = await checkBuying(server, token, cartId);
    const request = { aslId: ASL.cagliari, month: '2026-05-01' };
    const frozen = await closeAsShown(request);
    const buying = await whileClosing(5, ASL.cagliari, () => executeBuying(server, token, cartId, txCommandId));
    const { created_at: dated, month } = await server.db
      .selectFrom('purchase')
      .innerJoin('unusual_price', 'unusual_price.purchase_id', 'purchase.purchase_id')
      .select(['created_at', 'month'])
      .where('purchase.purchase_id', '=', Number(buying.data?.purchase.purchaseId))
      .executeTakeFirstOrThrow();
    expect([dated, month]).toEqual([new Date('2026-05-31T22:00:00Z'), '2026-06-01']);
    expect((await readMonth(inNovember(), operator, request)).figures).toEqual(frozen);
    const june = await readMonth(inNovember(), operator, { ...request, month: '2026-06-01' });
    expect(june.figures.purchases.count).toBe(1);
  });
});

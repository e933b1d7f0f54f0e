import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeMonth } from '#server/domain/closings/close-month.ts';
import { readMonth } from '#server/domain/closings/read-month.ts';
import type { Caller } from '#server/domain/context.ts';
import { reconcile } from '#server/domain/ledger/reconcile.ts';
import { checkCancelling, executeCancelling } from '../after-sale.ts';
import { fillPurchase } from '../fill-fixture.ts';
import { ASL, BUSINESSES, PATIENTS, PRODUCTS, STORES, USERS } from '../fixture.ts';
import { type TestServer, signInAs, startTestServer } from '../harness.ts';

const OCTOBER = '2026-10-01';
const PURCHASES = 60;
/** A process whose clock is late still dates in October what it does in November. */
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

/** On PostgreSQL alone: the embedded database is one session, in which nothing races (design §6). */
describe('races with the closing of a month (postgres)', () => {
  let server: TestServer;
  let shop: string;
  let operator: Caller;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres', now: () => LATE_CLOCK });
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

  const inNovember = () => ({ ...server.services, now: () => IN_NOVEMBER });

  async function correctionsOf(month: string) {
    const { figures } = await readMonth(inNovember(), operator, { aslId: ASL.sassari, month });
    return { own: figures.cancellations.count, later: figures.corrections.count };
  }

  async function isWaiting(): Promise<number> {
    const locks = sql`select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
    return (await locks.execute(server.db)).rows.length;
  }

  test('rules §9 closing race: of many cancellations beside it each is in the closed month or in the next, once', async () => {
    const ids = Array.from({ length: PURCHASES }, (_, index) => 2001 + index);
    const commands = [];
    for (const id of ids) commands.push({ id, txCommandId: await checkCancelling(server, shop, id) });
    let done = 0;
    let begin: () => void = () => undefined;
    const some = new Promise<void>((resolve) => (begin = resolve));
    const cancelling = commands.map(async ({ id, txCommandId }) => {
      const { status } = await executeCancelling(server, shop, id, txCommandId);
      done += 1;
      if (done === PURCHASES / 6) begin();
      return status;
    });
    await some;
    const request = { aslId: ASL.sassari, businessId: BUSINESSES.aurora, month: OCTOBER };
    const { figures: frozen } = await closeMonth(inNovember(), operator, request, (closing) => closing);
    expect(new Set(await Promise.all(cancelling))).toEqual(new Set([200]));
    const october = await correctionsOf(OCTOBER);
    const november = await correctionsOf('2026-11-01');
    expect(october.own).toBe(frozen.cancellations.count);
    expect(frozen.cancellations.count).toBeGreaterThanOrEqual(PURCHASES / 6);
    expect(frozen.cancellations.count + november.later).toBe(PURCHASES);
    const differing: string[] = [];
    const never = new AbortController().signal;
    await reconcile(inNovember(), { onMismatch: (table) => differing.push(table), stop: never });
    expect(differing).not.toContain('month_closing');
  });

  test('rules §9 closing race: it waits for what is in flight, and counts it', async () => {
    const request = { aslId: ASL.sassari, month: OCTOBER };
    const before = await correctionsOf('2026-11-01');
    const { closing } = await server.db.transaction().execute(async (trx) => {
      // Of another business, whose month is open yet.
      await fillPurchase(trx, { ...sale, id: 2900, business: BUSINESSES.corso, store: STORES.corso, user: 2 });
      const underWay = closeMonth(inNovember(), operator, request, ({ figures }) => figures);
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
    const { answer } = await server.db.transaction().execute(async (trx) => {
      const month = 725_007_000 + 2026 * 12 + 10;
      await sql`select pg_advisory_xact_lock(${month}::integer, ${ASL.sassari}::integer)`.execute(trx);
      const cancelling = executeCancelling(server, shop, id, txCommandId);
      await expect.poll(isWaiting).toBe(1);
      return { answer: cancelling };
    });
    expect((await answer).status).toBe(200);
    expect(await correctionsOf('2026-11-01')).toEqual({ ...before, later: before.later + 1 });
  });
});

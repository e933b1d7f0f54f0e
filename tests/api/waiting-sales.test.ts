import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { revokeAdminDossier, setAdminDossierAmount } from '#contract/admin/dossiers.ts';
import { readBillTotals } from '#contract/calls/billing-summary.ts';
import { continueToEnd } from '#server/imports/continue-import.ts';
import { checkCancelling, executeCancelling } from './support/after-sale.ts';
import { ASL, BUSINESSES, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, readLedger, sell } from './support/sale.ts';
import { startedDeletion, startedImport } from './support/started-import.ts';
import { untilWaiting } from './support/until-waiting.ts';

const { patientId, voucherId } = SALES.withoutPin;
const AURORA = 1;
const DOSSIER = 20;
/** The last second of May in Rome, and a moment after it. */
const LAST_OF_MAY = new Date('2026-05-31T21:59:59Z');
const IN_JUNE = new Date('2026-05-31T22:00:03Z');

/** What happens while a sale waits for its voucher, how it is undone, and what the sale answers. */
const WITHDRAWN: readonly (readonly [string, RawBuilder<unknown>, RawBuilder<unknown>, string])[] = [
  [
    'the dossier is revoked',
    sql`update dossier set status = 'REVOKED' where dossier_id = ${DOSSIER}`,
    sql`update dossier set status = 'APPROVED' where dossier_id = ${DOSSIER}`,
    'DOSSIER_NOT_APPROVED',
  ],
  [
    'the patient is disabled',
    sql`update patient set status = 'DISABLED' where patient_id = ${patientId}`,
    sql`update patient set status = 'ENABLED' where patient_id = ${patientId}`,
    'PATIENT_NOT_FOUND',
  ],
  [
    'the voucher is revoked',
    sql`update voucher set status = 'REVOKED' where voucher_id = ${voucherId}`,
    sql`update voucher set status = 'ENABLED' where voucher_id = ${voucherId}`,
    'VOUCHER_NOT_ENABLED',
  ],
  [
    'the store is disabled',
    sql`update store set disabled_at = now() where store_id = ${STORES.auroraCentro}`,
    sql`update store set disabled_at = null where store_id = ${STORES.auroraCentro}`,
    'STORE_NOT_FOUND',
  ],
  [
    'the business is disabled',
    sql`update business set disabled_at = now() where business_id = ${BUSINESSES.aurora}`,
    sql`update business set disabled_at = null where business_id = ${BUSINESSES.aurora}`,
    'STORE_NOT_FOUND',
  ],
  [
    'the user is disabled',
    sql`update app_user set disabled_at = now() where user_id = ${AURORA}`,
    sql`update app_user set disabled_at = null where user_id = ${AURORA}`,
    'NOT_AUTHENTICATED',
  ],
  [
    'the product is found to be of another kind',
    sql`update product set category_type = 'PROTEIN_FREE' where product_id = ${PRODUCTS.bread.id}`,
    sql`update product set category_type = 'CELIAC' where product_id = ${PRODUCTS.bread.id}`,
    'PRODUCT_NOT_ALLOWED',
  ],
];

/** Only on PostgreSQL: the embedded database has one session, so nothing waits (design §6). */
describe('sales that wait (postgres)', () => {
  let now = TEST_NOW;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres', now: () => now });
  });
  beforeEach(() => startAt(TEST_NOW));
  afterAll(() => server.close());

  async function startAt(instant: Date): Promise<void> {
    now = instant;
    token = await signInAs(server, USERS.aurora);
  }

  async function prepareSale() {
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    return { cartId, txCommandId: await checkBuying(server, token, cartId) };
  }

  const VOUCHER = sql`select from voucher where voucher_id = ${voucherId} for update`;

  /** Starts the work while something is locked, and lets it go on after something else has happened. */
  async function whileLocked<T>(
    work: () => Promise<T>,
    meanwhile: RawBuilder<unknown> | (() => void),
    lock = VOUCHER,
  ): Promise<T> {
    const { underWay } = await server.db.transaction().execute(async (trx) => {
      await lock.execute(trx);
      const begun = work();
      await untilWaiting(server.db);
      if (typeof meanwhile === 'function') meanwhile();
      else await meanwhile.execute(trx);
      return { underWay: begun };
    });
    return underWay;
  }

  /** Starts a sale, and holds it after it has decided when it counts, where it would wait for a closing. */
  function whileHeld<T>(sell: () => ReturnType<typeof executeBuying>, meanwhile: () => Promise<T>) {
    return server.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${725_007_000 + 2026 * 12 + 5}::int, ${ASL.cagliari}::int)`.execute(trx);
      const sale = sell();
      await untilWaiting(server.db);
      return { sale, ...(await meanwhile()) };
    });
  }

  async function expectRefused(
    refusal: string,
    withdraw: RawBuilder<unknown>,
    undo: RawBuilder<unknown>,
    lock?: RawBuilder<unknown>,
  ): Promise<void> {
    const { cartId, txCommandId } = await prepareSale();
    const before = await readLedger(server);
    const sale = await whileLocked(() => executeBuying(server, token, cartId, txCommandId), withdraw, lock);
    expect(sale.error).toMatchObject({ description: refusal });
    expect(await readLedger(server)).toEqual(before);
    await undo.execute(server.db);
  }

  test.each(WITHDRAWN)('rules §5 sale: it is refused where, while it waits, %s', (_, withdraw, undo, refusal) =>
    expectRefused(refusal, withdraw, undo),
  );

  test('rules §5 sale: it is refused where, while it waits for its user, the user loses the business', () =>
    expectRefused(
      'STORE_NOT_FOUND',
      sql`delete from user_business where user_id = ${AURORA} and business_id = ${BUSINESSES.aurora}`,
      sql`insert into user_business (user_id, business_id) values (${AURORA}, ${BUSINESSES.aurora})`,
      // A sale holds its user first, so who takes the business away comes before all of it, or after.
      sql`select from app_user where user_id = ${AURORA} for update`,
    ));

  test('rules §7 payer: who pays is the authority that the dossier has when the sale is made', async () => {
    const { cartId, txCommandId } = await prepareSale();
    const move = sql`update dossier set asl_id = ${ASL.sassari} where dossier_id = ${DOSSIER}`;
    const sale = await whileLocked(() => executeBuying(server, token, cartId, txCommandId), move);
    const { asl_id: payer } = await server.db
      .selectFrom('purchase')
      .select('asl_id')
      .where('purchase_id', '=', Number(sale.data?.purchase.purchaseId))
      .executeTakeFirstOrThrow();
    expect(payer).toBe(ASL.sassari);
    await sql`update dossier set asl_id = ${ASL.cagliari} where dossier_id = ${DOSSIER}`.execute(server.db);
  });

  test('rules §6 cancellation: that of a user who is disabled while it waits is refused', async () => {
    const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const txCommandId = await checkCancelling(server, token, purchaseId);
    const disable = sql`update app_user set disabled_at = now() where user_id = ${AURORA}`;
    const answer = await whileLocked(() => executeCancelling(server, token, purchaseId, txCommandId), disable);
    expect(answer.error).toMatchObject({ description: 'NOT_AUTHENTICATED' });
    await sql`update app_user set disabled_at = null where user_id = ${AURORA}`.execute(server.db);
  });

  test('rules §9 revoked: no sale is dated after the revocation, for the one waits for the other', async () => {
    const region = await signInAs(server, USERS.region);
    const { cartId, txCommandId } = await prepareSale();
    const underWay = await whileHeld(
      () => executeBuying(server, token, cartId, txCommandId),
      async () => {
        const input = { params: { id: DOSSIER }, body: { version: 1 } };
        const revocation = server.call(revokeAdminDossier, input, { token: region });
        await untilWaiting(server.db, 2);
        now = new Date(TEST_NOW.getTime() + 1000);
        return { revocation };
      },
    );
    expect([(await underWay.sale).status, (await underWay.revocation).status]).toEqual([200, 200]);
    const { at } = await server.db
      .selectFrom('audit')
      .select('at')
      .where('action', '=', 'DOSSIER_REVOKED')
      .executeTakeFirstOrThrow();
    expect(at).toEqual(now);
    await sql`update dossier set status = 'APPROVED' where dossier_id = ${DOSSIER}`.execute(server.db);
  });

  /** Starts the import while a sale is held, lets time pass, and expects the import to be dated after the sale. */
  async function importAmidSale(started: (server: TestServer) => Promise<number>): Promise<void> {
    const { cartId, txCommandId } = await prepareSale();
    const importId = await started(server);
    const underWay = await whileHeld(
      () => executeBuying(server, token, cartId, txCommandId),
      async () => {
        const importing = continueToEnd(server.services, importId, new AbortController().signal);
        await untilWaiting(server.db, 2);
        now = new Date(TEST_NOW.getTime() + 1000);
        return { importing };
      },
    );
    expect([(await underWay.sale).status, await underWay.importing]).toEqual([200, true]);
    const audit = server.db.selectFrom('audit').select('at').orderBy('audit_id', 'desc');
    const { at } = await audit.where('action', '=', 'ROW_CHANGED').limit(1).executeTakeFirstOrThrow();
    expect(at).toEqual(now);
  }

  test('rules §10 import: no sale is dated after a file has ended its dossier, for the one waits for the other', async () => {
    await importAmidSale(startedDeletion);
    await sql`update dossier set status = 'APPROVED' where dossier_id = ${DOSSIER}`.execute(server.db);
  });

  test('rules §10 import: no sale is dated after a file has taken its user’s business away', async () => {
    await importAmidSale(async () => {
      const user = server.db.selectFrom('app_user').select(['username', 'first_name', 'last_name']);
      const seller = await user.where('user_id', '=', AURORA).executeTakeFirstOrThrow();
      const vat = '01234560926';
      await server.db.updateTable('business').set({ vat }).where('business_id', '=', BUSINESSES.corso).execute();
      const columns = ['username', 'firstName', 'lastName', 'profile', 'businessVats'];
      return startedImport(server, 'users', columns, [
        seller.username,
        seller.first_name,
        seller.last_name,
        'BUSINESS',
        vat,
      ]);
    });
    await sql`insert into user_business (user_id, business_id) values (${AURORA}, ${BUSINESSES.aurora})`.execute(
      server.db,
    );
  });

  test('rules §4 voucher: it has ended for a sale that began before its end and was made after it', async () => {
    await startAt(LAST_OF_MAY);
    const { cartId, txCommandId } = await prepareSale();
    const pass = () => {
      now = IN_JUNE;
    };
    const sale = await whileLocked(() => executeBuying(server, token, cartId, txCommandId), pass);
    expect(sale.error).toMatchObject({ description: 'VOUCHER_NOT_ENABLED' });
  });

  test('rules §7 bill: its period is not over while something may still fall into it', async () => {
    await startAt(LAST_OF_MAY);
    const { cartId, txCommandId } = await prepareSale();
    const authority = await signInAs(server, USERS.aslCagliari);
    const query = { dateStart: '2026-05-31', dateEnd: '2026-05-31' };
    const totals = async () => (await server.callOk(readBillTotals, { query }, { token: authority })).totals;
    const { sale, held } = await whileHeld(
      () => executeBuying(server, token, cartId, txCommandId),
      async () => {
        now = new Date(IN_JUNE.getTime() + 27_000);
        return { held: await totals() };
      },
    );
    expect((await sale).status).toBe(200);
    expect([held.isPeriodOver, held.purchases.count]).toEqual([false, 0]);
    expect(await totals()).toMatchObject({ isPeriodOver: true, purchases: { count: 1 } });
    now = new Date(IN_JUNE.getTime() + 26_999);
    expect((await totals()).isPeriodOver).toBe(false);
  });

  test('rules §7 bill: nor while another role writes, whose beginnings the server does not see', async () => {
    await startAt(LAST_OF_MAY);
    const authority = await signInAs(server, USERS.aslCagliari);
    const query = { dateStart: '2026-05-31', dateEnd: '2026-05-31' };
    const isOver = async () =>
      (await server.callOk(readBillTotals, { query }, { token: authority })).totals.isPeriodOver;
    now = new Date(IN_JUNE.getTime() + 60_000);
    const isOverMeanwhile = await server.db.transaction().execute(async (trx) => {
      await sql`select pg_current_xact_id()`.execute(trx);
      return isOver();
    });
    expect([isOverMeanwhile, await isOver()]).toEqual([false, true]);
  });

  test('rules §5 receipts: of two sales of a voucher the later one has less left, whichever began first', async () => {
    const [first, second] = [await prepareSale(), await prepareSale()];
    const held = await server.db.transaction().execute(async (trx) => {
      await sql`select from cart where cart_id = ${first.cartId} for update`.execute(trx);
      const waiting = executeBuying(server, token, first.cartId, first.txCommandId);
      await untilWaiting(server.db);
      now = new Date(TEST_NOW.getTime() + 1000);
      const other = await executeBuying(server, token, second.cartId, second.txCommandId);
      now = new Date(TEST_NOW.getTime() + 2000);
      return { waiting, other };
    });
    const ids = [held.other, await held.waiting].map(({ data }) => Number(data?.purchase.purchaseId));
    const sold = await server.db
      .selectFrom('purchase')
      .select(['purchase_id', 'created_at', 'residual_after'])
      .where('purchase_id', 'in', ids)
      .orderBy('created_at')
      .execute();
    expect(sold.map((sale) => sale.purchase_id)).toEqual(ids);
    const [before, after] = sold.map((sale) => Number(sale.residual_after));
    expect(after).toBe(Number(before) - Number(PRODUCTS.bread.refPrice));
  });

  test('rules §9 amount: the voucher of a month that began while the command waited for its sale stays as it is', async () => {
    await startAt(LAST_OF_MAY);
    const region = await signInAs(server, USERS.region);
    const { voucher_id: ofJune } = await server.db
      .insertInto('voucher')
      .columns(['dossier_id', 'code', 'month', 'status', 'enabled_at', 'disabled_at', 'initial_amount', 'residual'])
      .expression(sql`select dossier_id, 'OF-JUNE', '2026-06-01', status, '2026-05-31T22:00:00Z', '2026-06-30T21:59:59Z',
        150, 150 from voucher where voucher_id = ${SALES.proteinFree.voucherId}`)
      .returning('voucher_id')
      .executeTakeFirstOrThrow();
    const { dossier_id: id, version } = await server.db
      .selectFrom('dossier')
      .innerJoin('voucher', 'voucher.dossier_id', 'dossier.dossier_id')
      .select(['dossier.dossier_id', 'version'])
      .where('voucher_id', '=', ofJune)
      .executeTakeFirstOrThrow();
    const { setting } = await server.db.transaction().execute(async (trx) => {
      await sql`update voucher set residual = 140 where voucher_id = ${ofJune}`.execute(trx);
      const body = { version, month: '2026-06-01', monthlyAmount: 5 };
      const underWay = server.call(setAdminDossierAmount, { params: { id }, body }, { token: region });
      await untilWaiting(server.db);
      return { setting: underWay };
    });
    expect((await setting).status).toBe(200);
    const { rows } = await sql`select initial_amount, residual from voucher where voucher_id = ${ofJune}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ initial_amount: '150.00', residual: '140.00' }]);
  });

  test('rules §6 dates: a sale and a cancellation that wait count when they are made, in the order of their locks', async () => {
    const untilJuly = sql`update voucher set disabled_at = '2026-06-30T21:59:59Z' where voucher_id = ${voucherId}`;
    await untilJuly.execute(server.db);
    await startAt(LAST_OF_MAY);
    const earlier = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const cancellation = await checkCancelling(server, token, earlier);
    const { cartId, txCommandId } = await prepareSale();
    const pass = () => {
      now = IN_JUNE;
    };
    const sale = await whileLocked(() => executeBuying(server, token, cartId, txCommandId), pass);
    now = LAST_OF_MAY;
    await whileLocked(() => executeCancelling(server, token, earlier, cancellation), pass);
    const dates = await server.db
      .selectFrom('purchase')
      .select(['created_at', 'cancelled_at'])
      .where('purchase_id', 'in', [Number(earlier), Number(sale.data?.purchase.purchaseId)])
      .orderBy('purchase_id')
      .execute();
    expect(dates).toEqual([
      { created_at: LAST_OF_MAY, cancelled_at: IN_JUNE },
      { created_at: IN_JUNE, cancelled_at: null },
    ]);
  });
});

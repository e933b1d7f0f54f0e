import { sql } from 'kysely';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAmcOrders, downloadAmcOrderCsv, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { listAsl } from '#contract/calls/asl.ts';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { listBusinesses, listMyBusinesses } from '#contract/calls/businesses.ts';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { listCategories, listManufacturers, searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { listMyStores } from '#contract/calls/stores.ts';
import { buildApp } from '#server/app.ts';
import { createLogger } from '#server/http/logs.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { ASL, BUSINESSES, PATIENTS, PRODUCTS, PURCHASES, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { placeOrder } from './support/order.ts';
import { SALES, checkBuying, executeBuying, openCart, put, readLedger } from './support/sale.ts';

const HOUR_MS = 60 * 60 * 1000;
const FAILED = { status: 500, error: { code: 5000, description: 'INTERNAL_ERROR' } };
/** Longer than any text that the contract allows in an answer. */
const TOO_LONG = sql<string>`repeat('x', 20001)`;

describeOnEachDatabase('rows that cannot be read', (database) => {
  let server: TestServer;
  let token: string;
  let payer: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    await restoreFixture(server.db);
    token = await signInAs(server, USERS.aurora);
    payer = await signInAs(server, USERS.aslSassari);
  });
  afterAll(() => server.close());

  function order(orderDate: string) {
    return server.call(createAmcOrders, { body: { purchasesIds: [PURCHASES.active.id], orderDate } }, { token });
  }

  function countOrders() {
    return server.db.selectFrom('amc_order').select('amc_order_id').execute();
  }

  describe('what is not stored', () => {
    test.each([
      '1800-01-01T10:00:00Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:30:00Z',
      new Date(TEST_NOW.getTime() + 49 * HOUR_MS).toISOString(),
      new Date(TEST_NOW.getTime() - 49 * HOUR_MS).toISOString(),
    ])('rules §1 orderDate: %s is more than two days from the server’s clock, and nothing is stored', async (date) => {
      expect(await order(date)).toMatchObject({
        status: 400,
        error: { description: 'INVALID_REQUEST', field: 'orderDate' },
      });
      expect(await countOrders()).toEqual([]);
    });

    test.each([47, -47])('rules §1 orderDate: %i hours from it is taken', async (hours) => {
      expect((await order(new Date(TEST_NOW.getTime() + hours * HOUR_MS).toISOString())).status).toBe(200);
      expect(await countOrders()).toHaveLength(1);
    });

    test('rules §1 strictness: a cart whose answer breaks the contract is not opened, and its command can be executed later', async () => {
      const { patientId, voucherId, storeId } = SALES.withoutPin;
      const { txCommand } = await server.callOk(checkCart, { body: { patientId, voucherId, storeId } }, { token });
      const execute = () =>
        server.call(executeCart, { body: { txCommandId: Number(txCommand.txCommandId) } }, { token });
      const rename = (name: string | typeof TOO_LONG) =>
        server.db.updateTable('patient').set({ last_name: name }).where('patient_id', '=', patientId).execute();
      const before = await readLedger(server);
      await rename(TOO_LONG);
      expect(await execute()).toMatchObject(FAILED);
      expect(await readLedger(server)).toEqual(before);
      await rename('Bianchi');
      expect((await execute()).status).toBe(200);
    });

    test('rules §1 strictness: neither is a line put nor a purchase made, and what was checked can be bought later', async () => {
      const cartId = await openCart(server, token, SALES.withoutPin);
      await put(server, token, cartId, PRODUCTS.bread, 1);
      const txCommandId = await checkBuying(server, token, cartId);
      const rename = (name: string | typeof TOO_LONG) =>
        server.db.updateTable('product').set({ name }).where('product_id', '=', PRODUCTS.bread.id).execute();
      const before = await readLedger(server);
      await rename(TOO_LONG);
      expect(await put(server, token, cartId, PRODUCTS.rolls, 1)).toMatchObject(FAILED);
      expect(await executeBuying(server, token, cartId, txCommandId)).toMatchObject(FAILED);
      expect(await readLedger(server)).toEqual(before);
      await rename(PRODUCTS.bread.name);
      expect((await executeBuying(server, token, cartId, txCommandId)).status).toBe(200);
    });

    test('rules §1 strictness: neither is an AMC order stored', async () => {
      await server.db.updateTable('store').set({ district_code: TOO_LONG }).execute();
      expect(await order(TEST_NOW.toISOString())).toMatchObject(FAILED);
      expect(await countOrders()).toEqual([]);
    });
  });

  describe('what is left out', () => {
    test('§7 amc/orders/search: orders with impossible dates are left out for shop and authority, which learn how many', async () => {
      const { amcOrderId } = await placeOrder(server.db);
      for (const date of ['1800-01-01', '0001-01-01', '9999-12-31T23:30Z', 'infinity', '10000-01-01']) {
        const bad = await placeOrder(server.db, { purchaseIds: [] });
        await sql`update amc_order set ordered_at = ${date}::text::timestamptz
          where amc_order_id = ${bad.amcOrderId}`.execute(server.db);
      }
      for (const bearer of [token, payer]) {
        const found = await server.callOk(searchAmcOrders, { query: { size: 20 } }, { token: bearer });
        expect(found.orders.map((row) => row.amcOrderId)).toEqual([amcOrderId]);
        expect([found.leftOut, found.pagination.totalCount]).toEqual([5, 6]);
      }
    });

    test('rules §1 left out: where every row can be read, the answer does not speak of it', async () => {
      const answer = await fetch(`${server.url}${searchPurchases.path}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(Object.keys(((await answer.json()) as { data: object }).data)).toEqual(['purchases', 'pagination']);
    });

    test.each<[string, ReturnType<typeof sql>]>([
      ['its amount', sql`update purchase set items_amount = 'NaN' where purchase_id = ${PURCHASES.active.id}`],
      ['its instant', sql`update purchase set created_at = 'infinity' where purchase_id = ${PURCHASES.active.id}`],
      ['a line of it', sql`update purchase_item set total = 'NaN' where purchase_id = ${PURCHASES.active.id}`],
      ['a product of it', sql`update product set ref_price = 'NaN' where product_id = ${PRODUCTS.dear.id}`],
      ['its patient', sql`update patient set last_name = ${TOO_LONG} where patient_id = ${PATIENTS.nearlySpent.id}`],
    ])(
      '§7 purchases/search: of two purchases the one is left out of which %s makes no sense',
      async (_what, poison) => {
        await poison.execute(server.db);
        const found = await server.callOk(searchPurchases, { query: {} }, { token });
        expect(found.purchases.map(({ purchaseId }) => purchaseId)).toEqual([PURCHASES.cancelled.id]);
        expect([found.leftOut, found.pagination.totalCount]).toEqual([1, 2]);
      },
    );

    test('§7 patients/search: a patient whose voucher makes no sense is left out, and not consulted', async () => {
      const { fiscalCode, id } = PATIENTS.withPin;
      await sql`update voucher set initial_amount = 'NaN' where voucher_id = 100`.execute(server.db);
      const query = { fiscalCode };
      const found = await server.callOk(searchPatients, { query }, { token });
      expect(found.patients).toEqual([]);
      expect(found.leftOut).toBe(1);
      const consulted = await server.db.selectFrom('consultation').select('patient_id').execute();
      expect(consulted.map((row) => row.patient_id)).not.toContain(id);
    });

    test('§7 lists: products, stores, businesses and what a filter offers lose one row each, never all', async () => {
      const { db } = server;
      const count = async () => {
        const signed = { token };
        const { products, ...page } = await server.callOk(searchProducts, { query: { size: 100 } }, signed);
        const { stores, ...storesPage } = await server.callOk(listMyStores, { query: {} }, signed);
        const { businesses, ...all } = await server.callOk(listBusinesses, {});
        const mine = await server.callOk(listMyBusinesses, {}, signed);
        const categories = await server.callOk(listCategories, { query: {} }, signed);
        const manufacturers = await server.callOk(listManufacturers, { query: {} }, signed);
        const asl = await server.callOk(listAsl, {}, signed);
        return [
          [products.length, page.leftOut ?? 0],
          [stores.length, storesPage.leftOut ?? 0],
          [businesses.length, all.leftOut ?? 0],
          [mine.businesses.length, mine.leftOut ?? 0],
          [categories.categories.length, categories.leftOut ?? 0],
          [manufacturers.manufacturers.length, manufacturers.leftOut ?? 0],
          [asl.asls.length, asl.leftOut ?? 0],
        ];
      };
      const before = await count();
      await sql`update product set ref_price = 'NaN' where product_id = ${PRODUCTS.cheap.id}`.execute(db);
      await db.updateTable('store').set({ latitude: NaN }).where('store_id', '=', STORES.auroraMare).execute();
      await db.updateTable('business').set({ web: TOO_LONG }).where('business_id', '=', BUSINESSES.bottega).execute();
      await db.updateTable('category').set({ name: TOO_LONG }).where('category_id', '=', 4).execute();
      await db.updateTable('manufacturer').set({ name: TOO_LONG }).where('manufacturer_id', '=', 3).execute();
      await db.updateTable('asl').set({ name: TOO_LONG }).where('asl_id', '=', ASL.cagliari).execute();
      // A store with invalid data removes its business from the list of all.
      const lost = [1, 1, 2, 1, 1, 1, 1];
      // Products of the category or the manufacturer are removed too.
      const after = await count();
      expect(after.slice(1)).toEqual(
        before.slice(1).map(([shown = 0], index) => [shown - (lost[index + 1] ?? 0), lost[index + 1]]),
      );
      expect(after[0]).toEqual([(before[0]?.[0] ?? 0) - 2, 2]);
    });

    test('design §4 logs: what is left out is logged by its id and the call, and by nothing of a patient', async () => {
      const lines: string[] = [];
      const destination = new Writable({
        write: (chunk: Buffer, _encoding, done) => {
          lines.push(chunk.toString());
          done();
        },
      });
      const { settings, services, db } = server;
      await sql`update purchase_item set total = 'NaN' where purchase_id = ${PURCHASES.active.id}`.execute(db);
      const app = await buildApp({ settings, services, logger: createLogger('error', destination) });
      const answer = await app.inject({ url: searchPurchases.path, headers: { authorization: `Bearer ${token}` } });
      await app.close();
      expect(answer.statusCode).toBe(200);
      const log = lines.join('');
      expect(log).toContain(`"call":"purchases.search","ids":[${PURCHASES.active.id}],"count":1`);
      expect(log).toContain(answer.json<{ status: { trace: string } }>().status.trace);
      const { fiscalCode, lastName } = PATIENTS.nearlySpent;
      for (const secret of [fiscalCode, lastName]) expect(log).not.toContain(secret);
    });
  });

  describe('what fails whole', () => {
    const period = { dateStart: '2026-05-01', dateEnd: '2026-05-31' };

    test.each([
      ['an amount', sql`update ledger_entry set amount = 'NaN' where purchase_id = ${PURCHASES.active.id}`, FAILED],
      [
        'a line',
        sql`update purchase_item set total = 'NaN' where purchase_id = ${PURCHASES.active.id} and position = 1`,
        // What has only sums reads no lines.
        { status: 200 },
      ],
    ])(
      'rules §7 billing: with %s that makes no sense there is no detail of a bill, and no document of an AMC order',
      async (_what, poison, summary) => {
        const { amcOrderId } = await placeOrder(server.db);
        await sql`alter table ledger_entry disable trigger ledger_entry_kept`.execute(server.db);
        await poison.execute(server.db);
        await sql`alter table ledger_entry enable trigger ledger_entry_kept`.execute(server.db);
        const query = { aslId: ASL.sassari, ...period };
        expect(await server.call(downloadBillSummary, { query }, { token })).toMatchObject(summary);
        expect(await server.call(downloadBillProducts, { query }, { token })).toMatchObject(FAILED);
        expect(await server.call(downloadAmcOrderCsv, { params: { amcOrderId } }, { token })).toMatchObject(FAILED);
      },
    );

    test('rules §7 orders: a purchase whose amount makes no sense is not ordered', async () => {
      await sql`update purchase set items_amount = 'NaN' where purchase_id = ${PURCHASES.active.id}`.execute(server.db);
      expect(await order(TEST_NOW.toISOString())).toMatchObject(FAILED);
      expect(await countOrders()).toEqual([]);
    });
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeMonth, readMonthFigures } from '#contract/admin/closings.ts';
import { searchConsultations } from '#contract/admin/consultations.ts';
import { adminDossiers, revokeAdminDossier } from '#contract/admin/dossiers.ts';
import { createAmcOrders, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import { readBillParts } from '#contract/calls/billing-summary.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { manyRequestIds, requestId, requestIds } from '#contract/request.ts';
import { cancel } from './support/after-sale.ts';
import { ASL, BUSINESSES, PATIENTS, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { sell } from './support/sale.ts';

/** So much is added to every key: the numbers are exact up to 2⁵³, and no longer fit into 31 bits or 15 digits. */
const FAR = 9_007_199_000_000_000;

test('rules §1 ids: a request names them up to the largest exact number, as a number or as digits', () => {
  const last = Number.MAX_SAFE_INTEGER;
  const beyond = ['9007199254740992', '9007199254740993', '99999999999999999', last + 1, -1, '-1', '1.5', '1e3'];
  for (const given of [last, String(last)]) {
    expect(requestId.safeParse(given).data).toBe(last);
    expect(manyRequestIds.safeParse([given]).data).toEqual([last]);
    expect(requestIds.safeParse(given).data).toEqual([last]);
  }
  for (const given of beyond) {
    expect(requestId.safeParse(given).success).toBe(false);
    expect(manyRequestIds.safeParse([1, given]).success).toBe(false);
    expect(requestIds.safeParse(given).success).toBe(false);
  }
});

describeOnEachDatabase('ids beyond 31 bits', (database) => {
  let now = TEST_NOW;
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
    await server.db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      const { rows } = await sql<{ name: string; column: string; sequence: string | null }>`
        select relname as name, attname as column,
          case when attidentity <> '' then pg_get_serial_sequence(relname, attname) end as sequence
        from pg_attribute join pg_class on pg_class.oid = attrelid
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
          and attnum > 0 and atttypid = 'int8'::regtype and attname like '%\\_id'`.execute(trx);
      for (const { name, column, sequence } of rows) {
        await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${sql.ref(column)} + ${FAR}`.execute(trx);
        if (sequence !== null) await sql`select setval(${sequence}, ${FAR + 1_000_000})`.execute(trx);
      }
    });
  });
  afterAll(() => server.close());

  test('rules §1 ids: who sells, cancels, orders, bills, closes and administers does so with keys of any size', async () => {
    const token = await signInAs(server, USERS.aurora);
    const office = await signInAs(server, USERS.districtCagliari);
    const bread = { ...PRODUCTS.bread, id: PRODUCTS.bread.id + FAR };
    const [aslId, businessId, storeId] = [ASL.cagliari + FAR, BUSINESSES.aurora + FAR, STORES.auroraCentro + FAR];
    const patientId = PATIENTS.withoutPin.id + FAR;
    const sale = { patientId, voucherId: 200 + FAR, storeId };
    const days = { dateStart: '2026-05-01', dateEnd: '2026-05-31' };

    const found = await server.callOk(searchProducts, { query: { ean: String(bread.id) } }, { token });
    expect(found.products.map(({ productId }) => productId)).toEqual([bread.id]);

    const kept = Number(await sell(server, token, sale, bread, 1));
    await cancel(server, token, await sell(server, token, sale, bread, 2));
    const query = { purchaseId: kept, storeId, patientId, dossierId: 20 + FAR };
    const { purchases } = await server.callOk(searchPurchases, { query }, { token });
    expect(purchases.map(({ purchaseId }) => purchaseId)).toEqual([kept]);

    const body = { purchasesIds: [kept], orderDate: now.toISOString() };
    const { orders } = await server.callOk(createAmcOrders, { body }, { token });
    const amcOrderId = Number(orders[0]?.amcOrderId);
    const searched = await server.callOk(searchAmcOrders, { query: { ...days, aslId, amcOrderId } }, { token });
    expect(searched.orders).toHaveLength(1);
    const parts = await server.callOk(readBillParts, { query: { ...days, aslId } }, { token });
    expect(parts.stores.map((store) => store.storeId)).toEqual([storeId]);

    const id = 20 + FAR;
    const { row } = await server.callOk(adminDossiers.calls.read, { params: { id } }, { token: office });
    const command = { params: { id }, body: { version: row.version } };
    await server.callOk(revokeAdminDossier, command, { token: office });
    const read = await server.callOk(
      searchConsultations,
      { body: { fiscalCode: PATIENTS.withoutPin.fiscalCode, ...days, size: 100 } },
      { token: office },
    );
    expect(read.rows.some(({ action }) => action === 'DOSSIER_REVOKED')).toBe(true);

    now = new Date('2026-06-10T08:00:00Z');
    const region = await signInAs(server, USERS.region);
    const scope = { aslId, businessId, month: '2026-05-01' };
    const { month } = await server.callOk(readMonthFigures, { query: scope }, { token: region });
    expect(month.figures.purchases.count).toBe(2);
    const { controlTotal, orders: ordered, rejections } = month.figures;
    const shown = {
      controlTotal,
      ordersAmount: ordered.amount.toNumber(),
      rejectionsAmount: rejections.amount.toNumber(),
    };
    const { row: closing } = await server.callOk(closeMonth, { body: { ...scope, shown } }, { token: region });
    expect(closing).toMatchObject(scope);
  });
});

import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminDossiers, revokeAdminDossier, setAdminDossierAmount, swapAdminPaper } from '#contract/admin/dossiers.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { checkCart } from '#contract/calls/carts.ts';
import { checkPurchase } from '#contract/calls/purchases.ts';
import { askToCancel, checkCancelling, executeCancelling } from './support/after-sale.ts';
import { PATIENTS, PRODUCTS, STORES, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, sell } from './support/sale.ts';
import { untilWaiting } from './support/until-waiting.ts';

/** The rows of a case, in the one order of all locks (docs/decisions/0080-locks-in-one-order.md). */
const ORDER: readonly (readonly [table: string, which: RawBuilder<unknown>])[] = [
  ['app_user', sql`username in (${USERS.aurora}, ${USERS.region})`],
  ['dossier_kind', sql`true`],
  ['patient', sql`patient_id in (${PATIENTS.withoutPin.id}, ${PATIENTS.twoDossiers.id})`],
  ['store', sql`store_id = ${STORES.auroraCentro}`],
  ['business', sql`business_id = 1`],
  ['dossier', sql`patient_id in (${PATIENTS.withoutPin.id}, ${PATIENTS.twoDossiers.id})`],
  ['voucher', sql`voucher_id in (200, 310)`],
  ['product', sql`product_id = ${PRODUCTS.bread.id}`],
];

/** Races only on PostgreSQL: the embedded database has one session. */
describe('the order of locks (postgres)', () => {
  let server: TestServer;
  let shop: string;
  let region: string;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres' });
    shop = await signInAs(server, USERS.aurora);
    region = await signInAs(server, USERS.region);
  });
  beforeEach(() => server.db.updateTable('voucher').set({ residual: '90' }).where('voucher_id', '=', 200).execute());
  afterAll(() => server.close());

  async function filled() {
    const cartId = await openCart(server, shop, SALES.withoutPin);
    await put(server, shop, cartId, PRODUCTS.bread, 1);
    return cartId;
  }
  async function dossier(id: number) {
    const { row } = await server.callOk(adminDossiers.calls.read, { params: { id } }, { token: region });
    return { params: { id }, version: row.version };
  }

  /** What locks rows of several kinds: each is prepared, then done. */
  const writers: Readonly<Record<string, () => Promise<() => Promise<{ readonly status: number }>>>> = {
    'check of a cart': () => Promise.resolve(() => server.call(checkCart, { body: SALES.withoutPin }, { token: shop })),
    'check of a sale': async () => {
      const params = { cartId: Number(await filled()) };
      return () => server.call(checkPurchase, { params }, { token: shop });
    },
    'a sale': async () => {
      const cartId = await filled();
      const txCommandId = await checkBuying(server, shop, cartId);
      return () => executeBuying(server, shop, cartId, txCommandId);
    },
    'check of a cancellation': async () => {
      const purchaseId = await sell(server, shop, SALES.withoutPin, PRODUCTS.bread, 1);
      return () => askToCancel(server, shop, purchaseId);
    },
    'a cancellation': async () => {
      const purchaseId = await sell(server, shop, SALES.withoutPin, PRODUCTS.bread, 1);
      const txCommandId = await checkCancelling(server, shop, purchaseId);
      return () => executeCancelling(server, shop, purchaseId, txCommandId);
    },
    'an order': async () => {
      const purchasesIds = [Number(await sell(server, shop, SALES.withoutPin, PRODUCTS.bread, 1))];
      const body = { purchasesIds, orderDate: server.services.now().toISOString() };
      return () => server.call(createAmcOrders, { body }, { token: shop });
    },
    'a new dossier': () => {
      const body = { patientId: PATIENTS.withoutPin.id, aslId: 8, type: 'PROTEIN_FREE', monthlyAmount: 90 };
      return Promise.resolve(() => server.call(adminDossiers.calls.create, { body }, { token: region }));
    },
    'an amount': async () => {
      const { params, version } = await dossier(31);
      const body = { version, month: '2026-06-01', monthlyAmount: 120 };
      return () => server.call(setAdminDossierAmount, { params, body }, { token: region });
    },
    'a swap of paper': async () => {
      const { params, version } = await dossier(20);
      const body = { version, sheets: [{ number: 'A1', month: '2026-04-01', amount: 10 }] };
      return () => server.call(swapAdminPaper, { params, body }, { token: region });
    },
    'a revocation': async () => {
      const { params, version } = await dossier(20);
      return () => server.call(revokeAdminDossier, { params, body: { version } }, { token: region });
    },
  };

  test.each(Object.keys(writers))(
    'design §4 locks: whoever waits for a row holds none that comes later: %s',
    async (name) => {
      for (const [place, [table, which]] of ORDER.entries()) {
        const write = await writers[name]?.();
        if (write === undefined) throw new Error(name);
        let done: Promise<{ readonly status: number }> | undefined;
        const free = await server.db.transaction().execute(async (trx) => {
          await sql`select from ${sql.table(table)} where ${which} for update`.execute(trx);
          done = write();
          const isDone = await Promise.race([done.then(() => true), untilWaiting(server.db).then(() => false)]);
          if (isDone) return [];
          const later = ORDER.slice(place + 1);
          for (const [other, rows] of later)
            await sql`select from ${sql.table(other)} where ${rows} for update nowait`.execute(trx);
          return later;
        });
        expect([table, free.length >= 0, ((await done)?.status ?? 500) < 500]).toEqual([table, true, true]);
      }
    },
  );
});

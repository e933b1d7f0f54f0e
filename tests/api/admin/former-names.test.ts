import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminAsl } from '#contract/admin/asl.ts';
import { adminBusinesses } from '#contract/admin/businesses.ts';
import { closeMonth, readMonthFigures } from '#contract/admin/closings.ts';
import { adminManufacturers, adminProducts } from '#contract/admin/products.ts';
import { adminStores } from '#contract/admin/stores.ts';
import { createAmcOrders, searchAmcOrders } from '#contract/calls/amc-orders.ts';
import {
  downloadReceipt,
  downloadRollReceipt,
  downloadStoreTransactions,
  searchPurchases,
} from '#contract/calls/purchases.ts';
import { fillMonth } from '../support/billing-month.ts';
import { readBillDocuments, readCsv, readOrderDocuments } from '../support/documents.ts';
import { fillPurchase } from '../support/fill-fixture.ts';
import { ASL, BUSINESSES, MANUFACTURERS, PATIENTS, PRODUCTS, STORES, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';
import { NEW_BUSINESS, NEW_PRODUCT, NEW_STORE } from './rows.ts';

const OCTOBER = { dateStart: '2026-10-01', dateEnd: '2026-10-31' };
const NOVEMBER = { dateStart: '2026-11-01', dateEnd: '2026-11-30' };
const NOW = new Date('2026-11-03T09:00:00Z');
const NEW_NAMES = [
  NEW_BUSINESS.companyName,
  NEW_BUSINESS.vat,
  'PV900',
  'Aurora Monte',
  NEW_PRODUCT.ean1,
  'Molino Vecchio',
];

describeOnEachDatabase('names of the past', (database) => {
  let server: TestServer;
  let shop: string;
  let region: string;
  let payer: string;
  let amcOrderId: number;
  beforeEach(async () => {
    server = await startTestServer({ database, now: () => NOW });
    await fillMonth(server.db);
    shop = await signInAs(server, USERS.aurora);
    region = await signInAs(server, USERS.region);
    payer = await signInAs(server, USERS.aslSassari);
    const closed = { aslId: ASL.sassari, businessId: BUSINESSES.aurora, month: OCTOBER.dateStart };
    const { month } = await server.callOk(readMonthFigures, { query: closed }, { token: region });
    const { controlTotal } = month.figures;
    const shown = { controlTotal, ordersAmount: 0, rejectionsAmount: 0 };
    await server.callOk(closeMonth, { body: { ...closed, shown } }, { token: region });
    const body = { purchasesIds: [602, 604, 605], orderDate: NOW.toISOString() };
    const { orders } = await server.callOk(createAmcOrders, { body }, { token: shop });
    amcOrderId = Number(orders[0]?.amcOrderId);
  });
  afterEach(() => server.close());

  /** Changes every name in the documents of `aurora`'s sales, as an operator does. */
  async function renameAll() {
    const params = (id: number) => ({ params: { id } });
    const as = { token: region };
    await server.callOk(
      adminAsl.calls.update,
      { ...params(ASL.sassari), body: { code: '999', name: 'ASL Nuova', version: 1 } },
      as,
    );
    await server.callOk(
      adminBusinesses.calls.update,
      { ...params(BUSINESSES.aurora), body: { ...NEW_BUSINESS, version: 1 } },
      as,
    );
    const { businessId: _, ...store } = NEW_STORE;
    await server.callOk(
      adminStores.calls.update,
      { ...params(STORES.auroraCentro), body: { ...store, version: 1 } },
      as,
    );
    await server.callOk(
      adminProducts.calls.update,
      {
        ...params(PRODUCTS.fine.id),
        body: { ...NEW_PRODUCT, manufacturerId: PRODUCTS.fine.manufacturer, version: 1 },
      },
      as,
    );
    for (const [index, id] of Object.values(MANUFACTURERS).entries()) {
      const body = { name: `Molino Vecchio ${String(index)}`, version: 1 };
      await server.callOk(adminManufacturers.calls.update, { ...params(id), body }, as);
    }
  }

  /** The documents without their reader and their time of creation, which are the current ones. */
  async function pastDocuments() {
    const as = { token: shop };
    const read = [
      await readBillDocuments(server, shop, { ...OCTOBER, aslId: ASL.sassari }),
      await readBillDocuments(server, payer, OCTOBER),
      await readOrderDocuments(server, shop, amcOrderId),
    ];
    const receipt = { params: { purchaseId: 602 } };
    const ofStore = { params: { storeId: STORES.auroraCentro } };
    const transactions = await server.callOk(downloadStoreTransactions, ofStore, as);
    const withoutRequester = (text: string) => text.replace(/^Generato per;.*$/m, '');
    return {
      tables: read.map(({ csv, pdf }) => ({
        csv: withoutRequester(csv.text),
        pdf: pdf.filter((_, index) => pdf[index - 1] !== 'Nome Cognome'),
      })),
      files: [await server.callOk(downloadReceipt, receipt, as), await server.callOk(downloadRollReceipt, receipt, as)],
      transactions: withoutRequester(Buffer.from(transactions.base64, 'base64').toString('utf8')),
    };
  }

  test('rules §9 documents: those of the past are the same after every name in them was changed', async () => {
    const before = await pastDocuments();
    await renameAll();
    expect(await pastDocuments()).toEqual(before);
  });

  test('rules §9 documents: a purchase and an order tell of their past by the names of then', async () => {
    const read = async () => {
      const ofMonth = { ...OCTOBER, page: 0, size: 50 };
      const { purchases } = await server.callOk(searchPurchases, { query: ofMonth }, { token: shop });
      const { orders } = await server.callOk(searchAmcOrders, { query: {} }, { token: shop });
      const lines = purchases.flatMap(({ items }) => items);
      return {
        names: purchases.map(({ purchaseId, business, store }) => [purchaseId, business?.companyName, store?.name]),
        products: lines.map(({ product }) => [product.name, product.ean1, product.manufacturer?.name]),
        orders,
      };
    };
    const before = await read();
    expect(before.products).toContainEqual([PRODUCTS.fine.name, PRODUCTS.fine.ean, expect.any(String)]);
    await renameAll();
    expect(await read()).toEqual(before);
  });

  test('rules §9 documents: what is sold after the change has the new names', async () => {
    await renameAll();
    const sale = {
      business: BUSINESSES.aurora,
      store: STORES.auroraCentro,
      user: 1,
      residualAfter: '0',
      asl: ASL.sassari,
    };
    const of = { patient: PATIENTS.withPin, dossier: 10, voucher: 100 };
    await server.db
      .transaction()
      .execute((trx) => fillPurchase(trx, { id: 650, ...of, ...sale, at: NOW, items: [[PRODUCTS.fine, 1]] }));
    const { csv, pdf } = await readBillDocuments(server, shop, { ...NOVEMBER, aslId: ASL.sassari });
    const row = csv.rows.find((one) => one.get('Numero acquisto') === '650');
    expect([...(row?.values() ?? [])].join(';')).toMatch(new RegExp(NEW_NAMES.join('.*'), 's'));
    expect(pdf.join('\n')).toContain(NEW_BUSINESS.vat);
    expect(pdf.join('\n')).toContain('ASL Nuova');
    const former = csv.rows.find((one) => one.get('Numero acquisto') === '610');
    expect(former?.get('Operazione')).toBe('Storno');
    expect([...(former?.values() ?? [])]).toContain('Farmacia Aurora');
    const { base64 } = await server.callOk(
      downloadStoreTransactions,
      { params: { storeId: STORES.auroraCentro } },
      { token: shop },
    );
    const transactions = readCsv(base64);
    expect(transactions.facts.get('Punto vendita')?.[0]).toBe('Aurora Monte');
    const payers = new Set(transactions.rows.map((one) => one.get('Azienda sanitaria')));
    expect([...payers]).toEqual(expect.arrayContaining(['ASL Nuova', 'ASL n. 1 di Sassari']));
  });
});

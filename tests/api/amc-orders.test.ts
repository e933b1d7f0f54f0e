import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/call.ts';
import {
  createAmcOrders,
  downloadAmcOrderCsv,
  downloadAmcOrderPdf,
  downloadAmcOrderUbl,
  downloadAmcOrdersCsv,
  downloadAmcOrdersPdf,
  previewAmcOrders,
  readAmcOrderTotals,
  searchAmcOrders,
} from '#contract/calls/amc-orders.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { formatTotal, money, sum } from '#contract/rules/money.ts';
import type { VatRate } from '#contract/rules/vat.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { readXml, textsAt } from '#tests/xml-tree.ts';
import { reject } from './support/after-sale.ts';
import { fillMonth } from './support/billing-month.ts';
import { cellsAfter, columnSum, readCsv, readOrderDocuments } from './support/documents.ts';
import { ASL, BUSINESSES, PRODUCTS, USERS, STORES } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

type Query = CallInput<typeof searchAmcOrders>['query'];

const NOW = new Date('2026-11-03T09:00:00Z');
const ORDER_DATE = '2026-11-03T10:00:00.000+01:00';
const UNKNOWN = 999_999;

describeOnEachDatabase('AMC orders', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => NOW });
    await fillMonth(server.db);
    token = await signInAs(server, USERS.aurora);
  });
  afterEach(async () => {
    for (const table of ['outbox', 'amc_order_purchase', 'amc_order', 'audit'] as const) {
      await server.db.deleteFrom(table).execute();
    }
  });
  afterAll(() => server.close());

  function place(purchasesIds: number[], bearer = token) {
    const body = { purchasesIds, orderDate: ORDER_DATE };
    return server.call(createAmcOrders, { body }, { token: bearer });
  }

  async function placeOk(purchasesIds: number[], bearer = token): Promise<number[]> {
    const { data, error } = await place(purchasesIds, bearer);
    if (data === undefined) throw new Error(`not ordered: ${String(error?.description)}`);
    return data.orders.map(({ amcOrderId }) => Number(amcOrderId));
  }

  function search(query: Query = {}, bearer = token) {
    return server.callOk(searchAmcOrders, { query }, { token: bearer });
  }

  async function readPayers() {
    const rows = await server.db.selectFrom('asl').select(['asl_id as aslId', 'name']).execute();
    return (aslId: number) => rows.find((asl) => asl.aslId === aslId);
  }

  async function readStores() {
    const columns = ['store_id as storeId', 'code as storeCode', 'name as storeName'] as const;
    const rows = await server.db.selectFrom('store').select(columns).execute();
    return (storeId: number) => rows.find((store) => store.storeId === storeId);
  }

  async function stored() {
    const { db } = server;
    return {
      orders: await db.selectFrom('amc_order').selectAll().orderBy('amc_order_id').execute(),
      links: await db.selectFrom('amc_order_purchase').selectAll().orderBy('purchase_id').execute(),
      outbox: await db.selectFrom('outbox').selectAll().orderBy('amc_order_id').execute(),
      audit: await db.selectFrom('audit').selectAll().where('action', '=', 'AMC_ORDERS_CREATED').execute(),
    };
  }

  describe('preview', () => {
    test('rules §1 orders, an extra: the preview says by store and payer what the order will be, and orders nothing', async () => {
      const body = { purchasesIds: [606, 602, 613, 604, 607, 602] };
      const { orders } = await server.callOk(previewAmcOrders, { body }, { token });
      const said = orders.map(({ amount, ...order }) => ({ ...order, amount: amount.toFixed(2) }));
      const payers = await readPayers();
      const stores = await readStores();
      expect(said).toHaveLength(3);
      expect(said).toEqual(
        expect.arrayContaining([
          { ...stores(STORES.auroraCentro), asl: payers(ASL.sassari), purchases: 2, amount: '10.66' },
          { ...stores(STORES.auroraMare), asl: payers(ASL.sassari), purchases: 2, amount: '13.67' },
          { ...stores(STORES.auroraCentro), asl: payers(ASL.cagliari), purchases: 1, amount: '4.00' },
        ]),
      );
      expect(await stored()).toEqual({ orders: [], links: [], outbox: [], audit: [] });
    });

    test('rules §1 orders: the preview names what can no longer be ordered, as the order does', async () => {
      await placeOk([602]);
      const ordered = await server.call(previewAmcOrders, { body: { purchasesIds: [602, 604] } }, { token });
      expect(ordered.error).toMatchObject({ description: 'PURCHASE_ALREADY_ORDERED', purchasesIds: [602] });
      const unknown = await server.call(previewAmcOrders, { body: { purchasesIds: [604, UNKNOWN] } }, { token });
      expect(unknown.error).toMatchObject({ description: 'PURCHASE_NOT_FOUND', purchasesIds: [UNKNOWN] });
    });
  });

  describe('create', () => {
    test('rules §7 orders: one for each store and payer, with the sum of its purchases', async () => {
      const { data } = await place([606, 602, 613, 604, 607, 602]);
      const orders = data?.orders.map((order) => ({
        ...order,
        amcOrderId: undefined,
        amount: order.amount?.toFixed(2),
      }));
      const common = {
        businessId: BUSINESSES.aurora,
        businessName: 'Farmacia Aurora',
        districtCode: 'D1',
        orderDate: ORDER_DATE,
        esbStatus: 'PENDING',
      };
      const payers = await readPayers();
      const centro = { storeCode: 'PV11', storeName: 'Aurora Centro' };
      const mare = { storeCode: 'PV12', storeName: 'Aurora Mare' };
      expect(orders).toEqual([
        { ...common, ...centro, asl: payers(ASL.sassari), amount: '10.66' },
        { ...common, ...mare, asl: payers(ASL.sassari), amount: '13.67' },
        { ...common, ...centro, asl: payers(ASL.cagliari), amount: '4.00' },
      ]);
      const { links, orders: rows } = await stored();
      expect(links.map((link) => link.purchase_id)).toEqual([602, 604, 606, 607, 613]);
      expect(rows.map((row) => [row.store_id, row.asl_id])).toEqual([
        [11, ASL.sassari],
        [12, ASL.sassari],
        [11, ASL.cagliari],
      ]);
    });

    test('rules §7 ESB: with each order its outbox row, due at once, that names no patient', async () => {
      const [orderId] = await placeOk([602, 604]);
      const { outbox, audit } = await stored();
      expect(outbox).toMatchObject([
        {
          amc_order_id: orderId,
          attempts: 0,
          next_attempt_at: NOW,
          settled_at: null,
          payload: {
            amcOrderId: orderId,
            orderDate: ORDER_DATE,
            vat: '01234560925',
            storeCode: 'PV11',
            districtCode: 'D1',
            payerCode: '101',
            amount: '10.66',
            purchases: [
              { purchaseId: 602, createTime: '2026-09-30T22:00:00.000Z', amount: '9.33' },
              { purchaseId: 604, createTime: '2026-10-24T22:00:00.000Z', amount: '1.33' },
            ],
          },
        },
      ]);
      expect(JSON.stringify(outbox[0]?.payload)).not.toMatch(/RSSMRA|Rossi|B-100/);
      expect(audit).toMatchObject([
        { user_id: 1, business_id: 1, details: { purchases: 2, orders: [{ amcOrderId: orderId, amount: '10.66' }] } },
      ]);
    });

    test('rules §2 PURCHASE_ALREADY_ORDERED: by name, and nothing is written', async () => {
      await placeOk([602, 604]);
      const before = await stored();
      expect(await place([606, 604, 602])).toMatchObject({
        status: 409,
        error: { code: 5012, description: 'PURCHASE_ALREADY_ORDERED', purchasesIds: [602, 604] },
      });
      expect(await stored()).toEqual(before);
    });

    test('rules §2 not found: unknown, another business’s and cancelled ones are 404 by name, and nothing is written', async () => {
      const before = await stored();
      expect(await place([606, UNKNOWN, 999_999_999_999, 614, 608])).toMatchObject({
        status: 404,
        error: { description: 'PURCHASE_NOT_FOUND', purchasesIds: [UNKNOWN, 999_999_999_999, 614, 608] },
      });
      expect(await stored()).toEqual(before);
    });

    test('rules §7 rejected order: its purchases can be ordered again, and the history shows them', async () => {
      const [orderId = 0] = await placeOk([602]);
      const query = { dateStart: '2026-10-01', dateEnd: '2026-10-01', excludeAmc: true };
      expect((await server.callOk(searchPurchases, { query }, { token })).purchases).toEqual([]);
      await reject(server, orderId);
      const { purchases } = await server.callOk(searchPurchases, { query }, { token });
      expect(purchases.map(({ purchaseId }) => purchaseId)).toEqual([602]);
      const [again] = await placeOk([602]);
      expect(again).not.toBe(orderId);
      expect((await search()).orders).toMatchObject([
        { amcOrderId: again, esbStatus: 'PENDING' },
        { amcOrderId: orderId, esbStatus: 'REJECTED', esbReason: 'Codice punto vendita sconosciuto' },
      ]);
    });

    test.each<[string, unknown]>([
      ['purchasesIds', { purchasesIds: [], orderDate: ORDER_DATE }],
      ['orderDate', { purchasesIds: [602], orderDate: '2026-11-03' }],
    ])('rules §2 create: a wrong %s is refused by its name', async (field, body) => {
      const answer = await fetch(`${server.url}/api/v1/amc/orders`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(await answer.json()).toMatchObject({ error: { description: 'INVALID_REQUEST', field } });
    });
  });

  describe('list', () => {
    test('rules §1 orders, an extra: totals, CSV and PDF say what the search finds; rejected orders count apart', async () => {
      const [first = 0] = await placeOk([602, 604]);
      const [second = 0] = await placeOk([606]);
      await placeOk([613]);
      await reject(server, second);
      const asl = await signInAs(server, USERS.aslSassari);
      const query = { dateStart: '2026-11-03', dateEnd: '2026-11-03' };
      const { orders } = await search(query, asl);
      const amountOf = (id: number) => orders.find(({ amcOrderId }) => amcOrderId === id)?.amount ?? money(0);
      expect(orders.map(({ amcOrderId }) => amcOrderId)).toEqual([second, first]);

      const { totals } = await server.callOk(readAmcOrderTotals, { query }, { token: asl });
      expect([totals.valid.count, totals.valid.amount.toFixed(2)]).toEqual([1, amountOf(first).toFixed(2)]);
      expect([totals.rejected.count, totals.rejected.amount.toFixed(2)]).toEqual([1, amountOf(second).toFixed(2)]);
      const accepted = { ...query, esbStatus: 'ACCEPTED' };
      const none = await server.callOk(readAmcOrderTotals, { query: accepted }, { token: asl });
      expect(none.totals).toMatchObject({ valid: { count: 0 }, rejected: { count: 0 } });

      const file = await server.callOk(downloadAmcOrdersCsv, { query }, { token: asl });
      const csv = readCsv(file.base64);
      expect(csv.rows.map((row) => row.get('Numero ordine'))).toEqual([String(second), String(first)]);
      expect(csv.rows.map((row) => row.get('Punto vendita'))).toEqual(['Aurora Mare', 'Aurora Centro']);
      const control = totals.valid.amount.toFixed(2).replace('.', ',');
      expect(csv.facts.get('Totale di controllo (€)')).toEqual([control]);
      expect(csv.facts.get('Periodo')).toEqual(['03/11/2026', '03/11/2026']);
      expect(csv.facts.get('Filtri')).toEqual(['nessuno']);
      expect([csv.facts.get('Numero ordini'), csv.facts.get('di cui rifiutati')]).toEqual([['2'], ['1']]);
      const pdf = await server.callOk(downloadAmcOrdersPdf, { query }, { token: asl });
      const { texts } = readPdf(Buffer.from(pdf.base64, 'base64'));
      expect(cellsAfter(texts, 'Totale di controllo', 1)).toEqual([formatTotal(totals.valid.amount)]);
      expect(cellsAfter(texts, 'Numero ordini', 1)).toEqual(['2']);
      expect(texts).toEqual(expect.arrayContaining([String(first), String(second), 'Rifiutato', '2 ordini']));
    });
  });

  describe('search', () => {
    test('§7 amc/orders/search: newest first, every filter narrows, pages', async () => {
      const [first] = await placeOk([602]);
      const [second] = await placeOk([613]);
      const [third] = await placeOk([606]);
      const ids = async (query: Query) => (await search(query)).orders.map(({ amcOrderId }) => amcOrderId);
      expect(await ids({})).toEqual([third, second, first]);
      expect(await ids({ amcOrderId: Number(second) })).toEqual([second]);
      expect(await ids({ amcOrderId: 999_999_999_999 })).toEqual([]);
      expect(await ids({ aslId: ASL.cagliari })).toEqual([second]);
      expect(await ids({ businessId: BUSINESSES.aurora, aslId: ASL.sassari })).toEqual([third, first]);
      expect(await ids({ dateStart: '2026-11-03', dateEnd: '2026-11-03' })).toHaveLength(3);
      expect(await ids({ dateStart: '2026-11-04' })).toEqual([]);
      expect(await ids({ dateEnd: '2026-11-02' })).toEqual([]);
      expect(await ids({ sort: 'amount,asc' })).toEqual([second, third, first]);
      expect(await ids({ esbStatus: 'PENDING' })).toHaveLength(3);
      expect(await ids({ esbStatus: 'ACCEPTED' })).toEqual([]);
      expect(await search({ page: 1, size: 2 })).toMatchObject({
        orders: [{ amcOrderId: first }],
        pagination: { page: 1, pageSize: 2, totalCount: 3, totalPages: 2 },
      });
    });

    test('rules §7 access: a shop sees its own orders, an authority those that it pays', async () => {
      await placeOk([602, 613]);
      const corso = await signInAs(server, USERS.corso);
      await placeOk([614], corso);
      const authority = await signInAs(server, USERS.aslSassari);
      const names = async (query: Query, bearer: string) =>
        (await search(query, bearer)).orders.map(({ businessName }) => businessName);
      expect(await names({}, token)).toEqual(['Farmacia Aurora', 'Farmacia Aurora']);
      expect(await names({}, corso)).toEqual(['Emporio del Corso']);
      expect(await names({}, authority)).toEqual(['Emporio del Corso', 'Farmacia Aurora']);
      expect(await names({ businessId: BUSINESSES.corso }, authority)).toEqual(['Emporio del Corso']);
      expect(await names({ businessId: UNKNOWN }, authority)).toEqual([]);
    });

    test('rules §7 access: another business and another authority are 404', async () => {
      const authority = await signInAs(server, USERS.aslSassari);
      const asked = { query: { businessId: BUSINESSES.corso } };
      expect(await server.call(searchAmcOrders, asked, { token })).toMatchObject({
        status: 404,
        error: { description: 'BUSINESS_NOT_FOUND' },
      });
      const other = { query: { aslId: ASL.cagliari } };
      expect(await server.call(searchAmcOrders, other, { token: authority })).toMatchObject({
        status: 404,
        error: { description: 'ASL_NOT_FOUND' },
      });
    });

    test('§6 roles: an authority may not order', async () => {
      const authority = await signInAs(server, USERS.aslSassari);
      expect(await place([602], authority)).toMatchObject({ status: 403, error: { description: 'NOT_ALLOWED' } });
    });
  });

  describe('documents', () => {
    test('rules §7 documents: PDF and CSV of an order agree with it to the cent', async () => {
      const [orderId = 0] = await placeOk([602, 604, 605]);
      const { pdf, csv, files } = await readOrderDocuments(server, token, orderId);
      expect(files).toMatchObject([
        { fileName: `ordine-amc-${orderId}.pdf`, mimeType: 'application/pdf' },
        { fileName: `ordine-amc-${orderId}.csv`, mimeType: 'text/csv' },
      ]);
      const { amount } = await server.db.selectFrom('amc_order').select('amount').executeTakeFirstOrThrow();
      const total = columnSum(csv, 'Importo (€)');
      expect(total.toFixed(2)).toBe(amount);
      expect(csv.facts.get('Totale di controllo (€)')).toEqual([amount.replace('.', ',')]);
      expect(csv.facts.get('Totale ordine (€)')).toEqual([amount.replace('.', ',')]);
      expect(cellsAfter(pdf, 'Totale ordine', 2)).toEqual(['3', formatTotal(money(amount))]);
      expect(cellsAfter(pdf, 'Totale di controllo', 1)[0]).toBe(formatTotal(money(amount)));
      expect(cellsAfter(pdf, '25/10/2026', 2)).toEqual(['2', formatTotal(money('4.01'))]);
      expect(cellsAfter(pdf, 'Farina al taglio', 3).slice(1)).toEqual(['10', formatTotal(money('13.33'))]);
      expect(pdf).toEqual(
        expect.arrayContaining([
          `Ordine n. ${orderId}`,
          'del 03/11/2026 10:00:00',
          'Farmacia Aurora',
          'ASL n. 1 di Sassari',
          'PV11 (distretto D1)',
          'In attesa di invio',
          'dal 01/10/2026 al 25/10/2026',
        ]),
      );
      expect(csv.facts.get('Generato per')).toEqual(['Nome Cognome', 'Farmacia Aurora']);
    });

    test('rules §7 rejected order: its documents keep its purchases and say why', async () => {
      const [orderId = 0] = await placeOk([602]);
      await reject(server, orderId);
      const { pdf, csv } = await readOrderDocuments(server, token, orderId);
      expect(pdf).toContain('ORDINE RIFIUTATO: Codice punto vendita sconosciuto');
      expect(csv.facts.get('Stato ESB')).toEqual(['Rifiutato', 'Codice punto vendita sconosciuto']);
      expect(csv.rows.map((row) => row.get('Numero acquisto'))).toEqual(['602']);
    });

    describe('the electronic order', () => {
      const ask = (amcOrderId: number, bearer = token) =>
        server.call(downloadAmcOrderUbl, { params: { amcOrderId } }, { token: bearer });
      const setRate = (rate: VatRate | null, productIds: readonly number[]) =>
        server.db.updateTable('product').set({ vat_rate: rate }).where('product_id', 'in', productIds).execute();
      beforeEach(() => server.db.updateTable('product').set({ vat_rate: '10' }).execute());

      test('rules §7 electronic order: its total is that of the order, for the shop and for the authority', async () => {
        await setRate('4', [PRODUCTS.fine.id]);
        const [orderId = 0] = await placeOk([602, 604, 605]);
        const { data } = await ask(orderId);
        expect(data).toMatchObject({ fileName: `ordine-amc-${orderId}.xml`, mimeType: 'application/xml' });
        const tree = readXml(Buffer.from(data?.base64 ?? '', 'base64').toString());
        const { amount } = await server.db.selectFrom('amc_order').select('amount').executeTakeFirstOrThrow();
        expect(textsAt(tree, 'cac:AnticipatedMonetaryTotal/cbc:PayableAmount')).toEqual([amount]);
        const added = ['TaxExclusive', 'PayableRounding'].flatMap((name) =>
          textsAt(tree, `cac:AnticipatedMonetaryTotal/cbc:${name}Amount`),
        );
        const parts = [...added, ...textsAt(tree, 'cac:TaxTotal/cbc:TaxAmount')];
        expect(sum(parts.map(money)).toFixed(2)).toBe(amount);
        const rates = textsAt(tree, 'cac:OrderLine/cac:LineItem/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent');
        expect(new Set(rates)).toEqual(new Set(['4', '10']));
        expect(textsAt(tree, 'cac:BuyerCustomerParty/cac:Party/cbc:EndpointID')).toEqual(['UFS001']);
        expect(textsAt(tree, 'cac:SellerSupplierParty/cac:Party/cbc:EndpointID')).toEqual(['IT01234560925']);
        const payer = await ask(orderId, await signInAs(server, USERS.aslSassari));
        expect(payer.data?.base64).toBe(data?.base64);
      });

      test('rules §7 electronic order: without codes or VAT rates no file, and what is missing is named', async () => {
        const [orderId = 0] = await placeOk([602, 605]);
        await setRate(null, [PRODUCTS.fine.id]);
        const ofSassari = server.db.updateTable('asl').where('asl_id', '=', ASL.sassari);
        await ofSassari.set({ ipa_code: null, tender_code: null }).execute();
        const of = 'ASL n. 1 di Sassari';
        const missing = [
          { field: 'asl.ipaCode', of },
          { field: 'asl.tenderCode', of },
          { field: 'product.vatRate', of: PRODUCTS.fine.name },
        ];
        expect(await ask(orderId)).toMatchObject({ status: 409, error: { description: 'DATA_MISSING', missing } });
        await ofSassari.set({ ipa_code: 'UFS001', tender_code: 'ES01' }).execute();
        const unrated = { description: 'DATA_MISSING', missing: missing.slice(2) };
        expect(await ask(orderId)).toMatchObject({ status: 409, error: unrated });
        await setRate('4', [PRODUCTS.fine.id]);
        expect(await ask(orderId)).toMatchObject({ status: 200 });
      });

      test('rules §7 electronic order: each line has the rate of its sale, though the product has another one by now', async () => {
        const [orderId = 0] = await placeOk([602, 604, 605]);
        const sold = server.db.updateTable('purchase_item').where('product_id', '=', PRODUCTS.fine.id);
        await sold.where('purchase_id', '=', 602).set({ sold_vat_rate: '4' }).execute();
        await sold.where('purchase_id', '=', 604).set({ sold_vat_rate: '5' }).execute();
        await setRate('22', [PRODUCTS.fine.id]);
        const { data } = await ask(orderId);
        const tree = readXml(Buffer.from(data?.base64 ?? '', 'base64').toString());
        const rates = textsAt(tree, 'cac:OrderLine/cac:LineItem/cac:Item/cac:ClassifiedTaxCategory/cbc:Percent');
        expect([...new Set(rates)].sort()).toEqual(['10', '22', '4', '5']);
        await sold.set({ sold_vat_rate: null }).execute();
      });

      test('rules §7 electronic order: a business that charges no VAT has none in it, and needs no rates', async () => {
        const [orderId = 0] = await placeOk([602, 605]);
        await setRate(null, [PRODUCTS.fine.id]);
        await server.db.updateTable('business').set({ tax_regime: 'RF19' }).execute();
        const { data } = await ask(orderId);
        await server.db.updateTable('business').set({ tax_regime: null }).execute();
        const tree = readXml(Buffer.from(data?.base64 ?? '', 'base64').toString());
        const category = 'cac:OrderLine/cac:LineItem/cac:Item/cac:ClassifiedTaxCategory';
        expect(new Set(textsAt(tree, `${category}/cbc:ID`))).toEqual(new Set(['O']));
        expect(textsAt(tree, `${category}/cbc:Percent`)).toEqual([]);
        expect(textsAt(tree, 'cac:TaxTotal/cbc:TaxAmount')).toEqual(['0.00']);
        const totals = 'cac:AnticipatedMonetaryTotal/cbc';
        expect(textsAt(tree, `${totals}:TaxExclusiveAmount`)).toEqual(textsAt(tree, `${totals}:PayableAmount`));
      });

      test('rules §7 electronic order: a rejected order has none', async () => {
        const [orderId = 0] = await placeOk([602]);
        await reject(server, orderId);
        expect(await ask(orderId)).toMatchObject({ status: 409, error: { description: 'NOT_POSSIBLE' } });
      });
    });

    test('rules §7 access: the authority that pays has them; another, another shop and an unknown order are 404', async () => {
      const [orderId = 0] = await placeOk([602]);
      const payer = await signInAs(server, USERS.aslSassari);
      expect((await readOrderDocuments(server, payer, orderId)).csv.rows).toHaveLength(1);
      const notFound = { status: 404, error: { code: 4040 } };
      const others = [await signInAs(server, USERS.aslCagliari), await signInAs(server, USERS.corso)];
      for (const bearer of others) {
        const signature = { token: bearer };
        expect(await server.call(downloadAmcOrderCsv, { params: { amcOrderId: orderId } }, signature)).toMatchObject(
          notFound,
        );
        expect(await server.call(downloadAmcOrderPdf, { query: { amcOrderId: orderId } }, signature)).toMatchObject(
          notFound,
        );
      }
      for (const query of [
        { amcOrderId: UNKNOWN },
        { amcOrderId: orderId, aslId: ASL.cagliari },
        { amcOrderId: orderId, businessId: BUSINESSES.corso },
      ]) {
        expect(await server.call(downloadAmcOrderPdf, { query }, { token })).toMatchObject(notFound);
      }
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallInput } from '#contract/call.ts';
import {
  downloadPurchases,
  downloadReceipt,
  downloadStoreTransactions,
  readPurchaseTotals,
  searchPurchases,
} from '#contract/calls/purchases.ts';
import { formatTotal, money } from '#contract/rules/money.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { readCsv } from '#tests/csv-rows.ts';
import { ASL, CATEGORIES, PATIENTS, PRODUCTS, PURCHASES, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

type Query = CallInput<typeof searchPurchases>['query'];

const { active, cancelled, ofCorso } = PURCHASES;
const UNKNOWN = 999_999;

describeOnEachDatabase('history', (database) => {
  let now: Date;
  let server: TestServer;
  let token: string;
  let corso: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    token = await signInAs(server, USERS.aurora);
    corso = await signInAs(server, USERS.corso);
  });
  afterAll(() => server.close());

  function search(query: Query = {}, bearer = token) {
    return server.callOk(searchPurchases, { query }, { token: bearer });
  }

  async function ids(query: Query, bearer = token) {
    return (await search(query, bearer)).purchases.map((purchase) => purchase.purchaseId);
  }

  describe('search', () => {
    test('§3 purchase: all its fields, with patient, dossier, business and store', async () => {
      const { purchases } = await search({ patientId: PATIENTS.withPin.id });
      expect(purchases).toMatchObject([
        {
          purchaseId: cancelled.id,
          createTime: '2026-05-06T17:00:00.000+02:00',
          status: 'CANCELLED',
          patient: { firstName: 'Mario', lastName: 'Rossi', fiscalCode: PATIENTS.withPin.fiscalCode },
          dossierId: 10,
          business: { businessId: 1, companyName: 'Farmacia Aurora' },
          store: { storeId: STORES.auroraCentro, name: 'Aurora Centro' },
          asl: { aslId: ASL.sassari, name: 'ASL n. 1 di Sassari' },
          items: [{ quantity: 2, product: { name: 'Pane casereccio' } }],
          voucher: { voucherId: 100 },
        },
      ]);
      expect(purchases[0]?.itemsAmount.toFixed()).toBe('7');
    });

    test('rules §1 history, an extra: by number and by store, and never what is of another business', async () => {
      expect(await ids({ purchaseId: active.id })).toEqual([active.id]);
      expect(await ids({ purchaseId: ofCorso.id })).toEqual([]);
      expect(await ids({ purchaseId: UNKNOWN })).toEqual([]);
      expect(await ids({ storeId: STORES.auroraCentro })).toEqual([cancelled.id, active.id]);
      expect(await ids({ storeId: STORES.auroraMare })).toEqual([]);
      expect(await ids({ storeId: STORES.corso })).toEqual([]);
      const day = { dateStart: '2026-05-06', dateEnd: '2026-05-06', purchaseStatusList: 'CANCELLED' };
      expect(await ids({ ...day, storeId: STORES.auroraCentro, purchaseId: cancelled.id })).toEqual([cancelled.id]);
    });

    test('rules §1 history, an extra: totals and CSV say what the search finds, those cancelled apart', async () => {
      const totalsOf = async (query: Query, bearer = token) => {
        const { totals } = await server.callOk(readPurchaseTotals, { query }, { token: bearer });
        return [totals.active, totals.cancelled].map(({ count, amount }) => `${String(count)} ${amount.toFixed(2)}`);
      };
      const { purchases } = await search();
      const amountOf = (id: number) => purchases.find(({ purchaseId }) => purchaseId === id)?.itemsAmount.toFixed(2);
      const [sold, taken] = [`1 ${String(amountOf(active.id))}`, `1 ${String(amountOf(cancelled.id))}`];
      expect(await totalsOf({})).toEqual([sold, taken]);
      expect(await totalsOf({ purchaseStatusList: 'CANCELLED' })).toEqual(['0 0.00', taken]);
      expect(await totalsOf({ storeId: STORES.auroraMare })).toEqual(['0 0.00', '0 0.00']);
      expect(await totalsOf({ purchaseId: active.id }, corso)).toEqual(['0 0.00', '0 0.00']);

      const query = { storeId: STORES.auroraCentro, dateStart: '2026-01-31T23:30:00Z' };
      const { base64, fileName } = await server.callOk(downloadPurchases, { query }, { token });
      const [titles = [], ...rows] = readCsv(Buffer.from(base64, 'base64'));
      const cell = (row: number, title: string) => rows[row]?.[titles.indexOf(title)];
      expect(fileName).toMatch(/^storico-acquisti-\d{4}-\d\d-\d\d\.csv$/);
      expect([cell(0, 'Numero acquisto'), cell(1, 'Numero acquisto')]).toEqual([
        String(cancelled.id),
        String(active.id),
      ]);
      expect([cell(0, 'Stato'), cell(1, 'Stato')]).toEqual(['STORNATO', 'COMPLETATO']);
      expect([cell(0, 'Punto vendita'), cell(0, 'Pezzi'), cell(0, 'Importo (€)')]).toEqual([
        'Aurora Centro',
        '2',
        '7,00',
      ]);
      const control = rows.find(([label]) => label === 'Totale di controllo, senza gli stornati (€)');
      expect(rows.find(([label]) => label === 'Periodo')).toEqual(['Periodo', '01/02/2026', '–']);
      expect(rows.find(([label]) => label === 'Filtri')).toEqual(['Filtri', 'Punto vendita: Aurora Centro']);
      expect(control?.[1]).toBe(amountOf(active.id)?.replace('.', ','));
    });

    test('rules §1 history, an extra: by the first category of what was bought; totals and CSV follow', async () => {
      const { bread, pasta, biscuits } = CATEGORIES;
      expect(await ids({ categoryId: bread })).toEqual([cancelled.id, active.id]);
      expect(await ids({ categoryId: biscuits })).toEqual([active.id]);
      expect(await ids({ categoryId: pasta })).toEqual([]);
      expect(await ids({ categoryId: pasta }, corso)).toEqual([ofCorso.id]);
      expect(await ids({ categoryId: 999_999_999_999 })).toEqual([]);
      const query = { categoryId: bread, purchaseStatusList: 'ACTIVE', dateStart: '2026-01-01' };
      expect(await ids(query)).toEqual([active.id]);
      expect(await ids({ ...query, dateEnd: '2026-01-01' })).toEqual([]);

      const { totals } = await server.callOk(readPurchaseTotals, { query: { categoryId: biscuits } }, { token });
      expect([totals.active.count, totals.cancelled.count]).toEqual([1, 0]);
      const { base64 } = await server.callOk(downloadPurchases, { query: { categoryId: biscuits } }, { token });
      const rows = readCsv(Buffer.from(base64, 'base64'));
      expect(rows.find(([label]) => label === 'Numero acquisti')).toEqual(['Numero acquisti', '1']);
      expect(rows.find(([label]) => label === 'Filtri')).toEqual(['Filtri', 'Categoria: Biscotti e dolci']);

      // A product with two lines: the second does not count.
      const changeLine = (productId: number) =>
        server.db
          .updateTable('purchase_item')
          .set({ product_id: productId })
          .where('purchase_id', '=', cancelled.id)
          .execute();
      await changeLine(PRODUCTS.rolls.id);
      expect(await ids({ categoryId: bread })).toContain(cancelled.id);
      expect(await ids({ categoryId: biscuits })).not.toContain(cancelled.id);
      await changeLine(PRODUCTS.bread.id);
    });

    test('§9 history: newest first, five a page, of the active business alone', async () => {
      expect(await search()).toMatchObject({
        purchases: [{ purchaseId: cancelled.id }, { purchaseId: active.id }],
        pagination: { page: 0, pageSize: 5, totalCount: 2, totalPages: 1 },
      });
      expect(await ids({}, corso)).toEqual([ofCorso.id]);
      expect(await ids({ page: 1, size: 1 })).toEqual([active.id]);
      expect(await ids({ sort: 'createTime,asc', size: 999_999 })).toEqual([active.id, cancelled.id]);
      expect(await ids({ sort: 'itemsAmount,asc' })).toEqual([cancelled.id, active.id]);
    });

    test('§7 purchases/search: every filter narrows', async () => {
      expect(await ids({ dossierId: 60 })).toEqual([active.id]);
      expect(await ids({ patientId: PATIENTS.withPin.id, dossierId: 60 })).toEqual([]);
      expect(await ids({ purchaseStatusList: 'ACTIVE', excludeAmc: true })).toEqual([active.id]);
      expect(await ids({ purchaseStatusList: ['ACTIVE', 'CANCELLED'] })).toEqual([cancelled.id, active.id]);
      expect(await ids({ purchaseStatusList: 'CANCELLED,CANCELLED' })).toEqual([cancelled.id]);
      expect(await ids({ patientId: PATIENTS.twoVouchers.id })).toEqual([]);
      expect(await ids({ patientId: 999_999_999_999 })).toEqual([]);
    });

    test('rules §1 dates: both ends included, days of Rome, a date-time where a date is', async () => {
      await server.db
        .updateTable('purchase')
        .set({ created_at: new Date('2026-05-05T22:00:00Z') })
        .where('purchase_id', '=', active.id)
        .execute();
      expect(await ids({ dateStart: '2026-05-06', dateEnd: '2026-05-06' })).toEqual([cancelled.id, active.id]);
      expect(await ids({ dateStart: '2026-05-05', dateEnd: '2026-05-05' })).toEqual([]);
      expect(await ids({ dateStart: '2026-05-05T22:30:00Z', dateEnd: '2026-05-06T00:10:00' })).toHaveLength(2);
      await server.db
        .updateTable('purchase')
        .set({ created_at: new Date('2026-05-05T21:59:59.999Z') })
        .where('purchase_id', '=', active.id)
        .execute();
      expect(await ids({ dateStart: '2026-05-05', dateEnd: '2026-05-05' })).toEqual([active.id]);
      expect(await ids({ dateStart: '2026-05-07', dateEnd: '2026-05-01' })).toEqual([]);
    });

    test.each<[string, string]>([
      ['dateStart', '2026-02-30'],
      ['dateEnd', '9999-12-31'],
      ['purchaseStatusList', 'STORNATO'],
      ['excludeAmc', 'maybe'],
      ['patientId', 'a'],
      ['sort', 'cancelled_at,asc'],
    ])('rules §2 purchases/search: a wrong %s is refused by its name', async (field, value) => {
      const url = new URL('/api/v1/purchases/search', server.url);
      url.searchParams.set(field, value);
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: { description: 'INVALID_REQUEST', field } });
    });

    test('rules §1 query: empty parameters are absent ones', async () => {
      const url = `${server.url}/api/v1/purchases/search?patientId=&dossierId=&dateStart=&page=0&size=20`;
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      expect(await answer.json()).toMatchObject({ data: { pagination: { totalCount: 2 } } });
    });

    test('rules §6 cancelable: until the days granted after the month; when cancelled, while its voucher has something left', async () => {
      const flags = async () => {
        const bearer = await signInAs(server, USERS.aurora);
        const { purchases } = await search({}, bearer);
        return Object.fromEntries(purchases.map(({ purchaseId, cancelable }) => [purchaseId, cancelable]));
      };
      expect(await flags()).toEqual({ [active.id]: true, [cancelled.id]: true });
      now = new Date('2026-06-05T21:59:59Z');
      expect(await flags()).toMatchObject({ [active.id]: true });
      now = new Date('2026-06-05T22:00:00Z');
      expect(await flags()).toMatchObject({ [active.id]: false });
      now = TEST_NOW;
      await server.db.updateTable('voucher').set({ status: 'REVOKED' }).where('voucher_id', '=', 100).execute();
      expect(await flags()).toEqual({ [active.id]: true, [cancelled.id]: false });
      await server.db.updateTable('voucher').set({ status: 'ENABLED' }).where('voucher_id', '=', 100).execute();
    });
  });

  describe('receipt', () => {
    test('§7 receipt-pdf: a PDF that says what was bought', async () => {
      const params = { purchaseId: ofCorso.id };
      const file = await server.callOk(downloadReceipt, { params }, { token: corso });
      expect(file).toMatchObject({ fileName: 'ricevuta-503.pdf', mimeType: 'application/pdf' });
      const { texts, pages } = readPdf(Buffer.from(file.base64, 'base64'));
      expect(pages).toHaveLength(1);
      expect(texts).toEqual(
        expect.arrayContaining([
          'Acquisto n. 503',
          'del 20/04/2026 12:00:00',
          'Emporio del Corso',
          'Via Roma 1, Cagliari',
          '01234580923',
          'Dessì Chiara',
          PATIENTS.twoVouchers.fiscalCode,
          'B-1001 (04/2026)',
          'Penne di mais',
          formatTotal(money('5.98')),
          formatTotal(money('84.02')),
        ]),
      );
    });

    test('rules §2 receipt-pdf: unknown and another business’s are 404', async () => {
      for (const purchaseId of [UNKNOWN, 999_999_999_999, ofCorso.id]) {
        expect(await server.call(downloadReceipt, { params: { purchaseId } }, { token })).toMatchObject({
          status: 404,
          error: { code: 4040, description: 'PURCHASE_NOT_FOUND' },
        });
      }
    });
  });

  describe('store transactions', () => {
    test('§7 transactions/csv: purchases and cancellations of the store, with the control total', async () => {
      const params = { storeId: STORES.auroraCentro };
      const file = await server.callOk(downloadStoreTransactions, { params }, { token });
      expect(file).toMatchObject({ fileName: 'transazioni-11-2026-05-15.csv', mimeType: 'text/csv' });
      const lines = Buffer.from(file.base64, 'base64').toString('utf8').split('\r\n');
      expect(lines[0]).toMatch(/^\uFEFFData e ora;/);
      expect(lines.slice(1, 4).map((line) => line.split(';').filter((_, index) => [1, 2, 6].includes(index)))).toEqual([
        ['Acquisto', '501', '109,00'],
        ['Acquisto', '502', '7,00'],
        ['Storno', '502', '-7,00'],
      ]);
      expect(lines).toContain('Totale di controllo (€);109,00');
      expect(lines.find((line) => line.startsWith('Generato per'))).toMatch(/^Generato per;.+;.+$/);
    });

    test('rules §2 transactions/csv: a store of another business and an unknown one are 404', async () => {
      for (const storeId of [STORES.corso, STORES.bottega, UNKNOWN]) {
        expect(await server.call(downloadStoreTransactions, { params: { storeId } }, { token })).toMatchObject({
          status: 404,
          error: { code: 4040, description: 'STORE_NOT_FOUND' },
        });
      }
    });
  });

  test('rules §4 access log: history, receipt and transactions are written down, each patient once', async () => {
    await server.db.deleteFrom('consultation').execute();
    await search();
    await server.callOk(downloadReceipt, { params: { purchaseId: active.id } }, { token });
    await server.callOk(downloadStoreTransactions, { params: { storeId: STORES.auroraCentro } }, { token });
    const rows = await server.db.selectFrom('consultation').select(['call', 'patient_id', 'user_id']).execute();
    expect(rows.map((row) => `${row.call} ${row.patient_id} ${row.user_id}`).sort()).toEqual([
      'purchases.downloadReceipt 6 1',
      'purchases.downloadStoreTransactions 1 1',
      'purchases.downloadStoreTransactions 6 1',
      'purchases.search 1 1',
      'purchases.search 6 1',
    ]);
  });

  test('§6 roles: a health authority reaches none of it', async () => {
    const asl = { token: await signInAs(server, USERS.aslSassari) };
    const answers = await Promise.all([
      server.call(searchPurchases, { query: {} }, asl),
      server.call(downloadReceipt, { params: { purchaseId: active.id } }, asl),
      server.call(downloadStoreTransactions, { params: { storeId: STORES.auroraCentro } }, asl),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});

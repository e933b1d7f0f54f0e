import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import {
  downloadBillProducts,
  downloadBillSummary,
  readBillParts,
  readBillTotals,
} from '#contract/calls/billing-summary.ts';
import { formatTotal, lineTotal, money, sum } from '#contract/rules/money.ts';
import { readPdf } from '#tests/pdf-text.ts';
import { bookAgain } from '#tests/support/ledger.ts';
import { cancel } from './support/after-sale.ts';
import { activeIds, fillMonth, readDays } from './support/billing-month.ts';
import { cellsAfter, columnSum, euro, readBillDocuments } from './support/documents.ts';
import { ASL, BUSINESSES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

const OCTOBER = { dateStart: '2026-10-01', dateEnd: '2026-10-31' };
const AURORA = { aslId: ASL.sassari, businessId: BUSINESSES.aurora };
const QUARTER = { dateStart: '2026-09-01', dateEnd: '2026-11-30' };

describeOnEachDatabase('billing', (database) => {
  let now: Date;
  let server: TestServer;
  let token: string;
  let authority: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
    await fillMonth(server.db);
  });
  beforeEach(async () => {
    now = new Date('2026-11-03T09:00:00Z');
    token = await signInAs(server, USERS.aurora);
    authority = await signInAs(server, USERS.aslSassari);
  });
  afterAll(() => server.close());

  function october() {
    return readBillDocuments(server, token, { ...OCTOBER, aslId: ASL.sassari });
  }

  describe('agreement', () => {
    test('rules §7 bill: PDF and CSV agree with the database to the cent, day by day of Rome, through the end of summer time', async () => {
      const { pdf, csv } = await october();
      const days = await readDays(server.db, AURORA, OCTOBER.dateStart, OCTOBER.dateEnd);
      expect(days.map(({ day }) => day.slice(0, 2))).toEqual(['01', '10', '12', '24', '25', '30', '31']);
      for (const { day, sales, cancellations, net } of days) {
        const cells = cellsAfter(pdf, day, 5);
        const shown = [cells[1], cells[3], cells[4]].map((cell) => euro(cell).toFixed(2));
        expect([day, ...shown]).toEqual([day, sales.toFixed(2), cancellations.toFixed(2), net.toFixed(2)]);
        const rows = csv.rows.filter((row) => row.get('Data e ora')?.startsWith(day));
        expect(columnSum({ ...csv, rows }, 'Importo (€)').toFixed(2)).toBe(net.toFixed(2));
      }
      const period = sum(days.map(({ net }) => net));
      expect(cellsAfter(pdf, 'Totale del periodo', 2)[1]).toBe(formatTotal(period));
      expect(csv.facts.get('Totale del periodo (€)')).toEqual([period.toFixed(2).replace('.', ',')]);
    });

    test('rules §7 bill: both instants of the hour that comes twice, and both edges of the month', async () => {
      const { csv } = await october();
      const at = new Map(csv.rows.map((row) => [row.get('Numero acquisto'), row.get('Data e ora')]));
      expect([at.get('605'), at.get('606')]).toEqual(['25/10/2026 02:30:00', '25/10/2026 02:30:00']);
      expect([at.get('602'), at.get('611')]).toEqual(['01/10/2026 00:00:00', '31/10/2026 23:59:59']);
      expect([at.has('601'), at.has('612')]).toEqual([false, false]);
    });

    test('rules §7 bill: the day of 23 hours on which summer time begins, to both its edges', async () => {
      const [first, last] = ['2026-03-28', '2026-03-30'] as const;
      const day = await readBillDocuments(server, token, {
        dateStart: '2026-03-29',
        dateEnd: '2026-03-29',
        aslId: ASL.sassari,
      });
      expect(day.csv.rows.map((row) => row.get('Numero acquisto'))).toEqual(['622', '623', '624', '625']);
      expect(day.csv.rows.map((row) => row.get('Data e ora')?.slice(11))).toEqual([
        '00:00:00',
        '01:59:59',
        '03:00:00',
        '23:59:59',
      ]);
      const three = await readBillDocuments(server, token, { dateStart: first, dateEnd: last, aslId: ASL.sassari });
      const days = await readDays(server.db, AURORA, first, last);
      expect(days.map((one) => one.day)).toEqual(['28/03/2026', '29/03/2026', '30/03/2026']);
      for (const { day: date, net } of days) {
        expect([date, cellsAfter(three.pdf, date, 5)[4]]).toEqual([date, formatTotal(net)]);
      }
      expect(columnSum(three.csv, 'Importo (€)').toFixed(2)).toBe(sum(days.map(({ net }) => net)).toFixed(2));
      expect(cellsAfter(day.pdf, 'Totale generale', 2)[1]).toBe(formatTotal(days[1]?.net ?? money(0)));
    });

    test('rules §7 bill: grand total and control total stand in both, and each store adds up', async () => {
      const { pdf, csv } = await october();
      const control = columnSum(csv, 'Importo (€)');
      expect(csv.facts.get('Totale di controllo (€)')).toEqual([control.toFixed(2).replace('.', ',')]);
      expect(csv.facts.get('Totale generale (€)')).toEqual(csv.facts.get('Totale di controllo (€)'));
      expect(csv.facts.get('Righe di dettaglio')).toEqual([String(csv.rows.length)]);
      expect(cellsAfter(pdf, 'Totale generale', 2)[1]).toBe(formatTotal(control));
      expect(cellsAfter(pdf, 'Totale di controllo', 1)[0]).toBe(formatTotal(control));
      for (const store of ['Aurora Centro', 'Aurora Mare']) {
        const rows = csv.rows.filter(
          (row) => row.get('Punto vendita') === store && row.get('Numero acquisto') !== '609',
        );
        const cells = cellsAfter(pdf, store, 6);
        expect(cells.at(-1)).toBe(formatTotal(columnSum({ ...csv, rows }, 'Importo (€)')));
      }
    });

    test('rules §5 bill: prices keep their six decimals, and every row is quantity × price rounded', async () => {
      const { csv } = await october();
      expect(csv.rows.some((row) => row.get('Prezzo unitario (€)') === '1,333333')).toBe(true);
      for (const row of csv.rows) {
        const quantity = Number(row.get('Quantità'));
        const total = lineTotal(Math.abs(quantity), euro(row.get('Prezzo unitario (€)'))).times(Math.sign(quantity));
        expect(row.get('Importo (€)')).toBe(total.toFixed(2).replace('.', ','));
      }
    });

    test('rules §1 bill totals, an extra: what both documents say, for a shop and for the authority, through an open period', async () => {
      const { pdf } = await october();
      const asked = { ...OCTOBER, aslId: ASL.sassari };
      const { totals } = await server.callOk(readBillTotals, { query: asked }, { token });
      expect(cellsAfter(pdf, 'Totale generale', 2)[1]).toBe(formatTotal(totals.total));
      expect(cellsAfter(pdf, 'Rettifiche di vendite di periodi precedenti', 2)).toEqual([
        String(totals.corrections.count),
        formatTotal(totals.corrections.amount),
      ]);
      const net = totals.purchases.amount.plus(totals.cancellations.amount);
      expect(cellsAfter(pdf, 'Totale del periodo', 2)[1]).toBe(formatTotal(net));
      expect(totals).toMatchObject({ purchases: { count: 9 }, cancellations: { count: 1 }, isPeriodOver: true });

      const november = { dateStart: '2026-11-01', dateEnd: '2026-11-30' };
      const open = await server.callOk(readBillTotals, { query: november }, { token: authority });
      expect(open.totals).toMatchObject({ purchases: { count: 1 }, corrections: { count: 1 }, isPeriodOver: false });
      const empty = { dateStart: '2025-01-01', dateEnd: '2025-01-31', aslId: ASL.sassari };
      const none = await server.callOk(readBillTotals, { query: empty }, { token });
      expect(none.totals).toMatchObject({ purchases: { count: 0 }, corrections: { count: 0 } });
      expect(none.totals.total.toFixed(2)).toBe('0.00');
      const endless = { ...asked, dateStart: '2020-01-01' };
      const refused = await server.call(readBillTotals, { query: endless }, { token });
      expect(refused).toMatchObject({ status: 400, error: { field: 'dateEnd' } });
    });

    test('rules §7 bill: days, stores and companies come to the total of the period, which no product line is read for', async () => {
      await sql`alter table purchase_item rename to hidden_item`.execute(server.db);
      try {
        const query = { ...OCTOBER, aslId: ASL.sassari };
        const { texts } = readPdf(
          Buffer.from((await server.callOk(downloadBillSummary, { query }, { token: authority })).base64, 'base64'),
        );
        const { days, stores } = await server.callOk(readBillParts, { query }, { token: authority });
        const of = (rows: typeof days | typeof stores) => sum(rows.map(({ total }) => total)).toFixed(2);
        expect(of(days)).toBe(of(stores));
        const ofPeriod = formatTotal(money(of(days)));
        const totals = texts.flatMap((text, index) => (text === 'Totale del periodo' ? [texts[index + 2]] : []));
        // The first is that of the summary, which has no columns of sales and cancellations.
        expect(totals[0]).toBe(ofPeriod);
        const rest = texts.flatMap((text, index) => (text === 'Totale del periodo' ? [texts[index + 5]] : []));
        expect(rest.slice(1)).toEqual([ofPeriod, ofPeriod, ofPeriod]);
      } finally {
        await sql`alter table hidden_item rename to purchase_item`.execute(server.db);
      }
    });

    test('rules §6 corrections: a cancellation counts when it happened, that of an earlier sale apart', async () => {
      const { pdf, csv } = await october();
      const operations = csv.rows.map((row) => `${row.get('Operazione')} ${row.get('Numero acquisto')}`);
      expect(operations.filter((operation) => operation.startsWith('Storno'))).toEqual([
        'Storno 609',
        'Storno 608',
        'Storno 608',
      ]);
      expect(operations).toContain('Vendita 610');
      expect(cellsAfter(pdf, 'Rettifiche di vendite di periodi precedenti', 2)).toEqual([
        '1',
        formatTotal(money('-5.33')),
      ]);
      expect(cellsAfter(pdf, '609', 2)).toEqual(['20/09/2026 10:00:00', '05/10/2026 10:00:00']);
      expect(csv.facts.get('Rettifiche di vendite di periodi precedenti (€)')).toEqual(['-5,33']);
      const november = { dateStart: '2026-11-01', dateEnd: '2026-11-30', aslId: ASL.sassari };
      const next = await readBillDocuments(server, token, november);
      expect(next.csv.facts.get('Rettifiche di vendite di periodi precedenti (€)')).toEqual(['-4,20']);
      expect(next.pdf).toContain('PERIODO NON CONCLUSO: OPERAZIONI FINO AL 03/11/2026 10:00:00');
      expect(pdf.join()).not.toContain('NON CONCLUSO');
    });

    test('rules §6 corrections: the documents of a closed month do not change when a sale of it is cancelled or ordered later', async () => {
      const before = await october();
      await cancel(server, token, 611);
      const body = { purchasesIds: [602], orderDate: now.toISOString() };
      const { orders } = await server.callOk(createAmcOrders, { body }, { token });
      const after = await october();
      expect(after.csv.text).toBe(before.csv.text);
      expect(after.pdf).toEqual(before.pdf);
      await server.db
        .updateTable('purchase')
        .set({ status: 'ACTIVE', cancelled_at: null })
        .where('purchase_id', '=', 611)
        .execute();
      await bookAgain(server.db);
      await server.db
        .updateTable('amc_order_purchase')
        .set({ released_at: now })
        .where('amc_order_id', '=', Number(orders[0]?.amcOrderId))
        .execute();
    });

    test('rules §7 agreement: what is billed for a period is what the AMC orders of all its purchases come to', async () => {
      const { csv } = await readBillDocuments(server, token, { ...QUARTER, aslId: ASL.sassari });
      const purchasesIds = activeIds(BUSINESSES.aurora, ASL.sassari);
      const body = { purchasesIds, orderDate: now.toISOString() };
      const { orders } = await server.callOk(createAmcOrders, { body }, { token });
      const ordered = sum(orders.map(({ amount }) => amount ?? money(0)));
      expect(csv.facts.get('Totale generale (€)')).toEqual([ordered.toFixed(2).replace('.', ',')]);
      expect(csv.facts.get('Totale di controllo (€)')).toEqual([ordered.toFixed(2).replace('.', ',')]);
    });
  });

  test('rules §7 bill: it says who, for whom, which period and when', async () => {
    const { pdf, csv, files } = await october();
    expect(files).toMatchObject([
      { fileName: 'prospetto-fatturazione-2026-10-01-2026-10-31.pdf', mimeType: 'application/pdf' },
      { fileName: 'dettaglio-fatturazione-2026-10-01-2026-10-31.csv', mimeType: 'text/csv' },
    ]);
    expect(pdf).toEqual(
      expect.arrayContaining([
        'dal 01/10/2026 al 31/10/2026',
        'Farmacia Aurora',
        '01234560925',
        'ASL n. 1 di Sassari',
        '03/11/2026 10:00:00',
        'Pagina 1 di 2',
      ]),
    );
    expect(cellsAfter(pdf, 'Generato per', 2)).toEqual(['Nome Cognome', 'Farmacia Aurora']);
    expect(csv.facts.get('Documento generato il')).toEqual(['03/11/2026 10:00:00']);
    expect(csv.facts.get('Generato per')).toEqual(['Nome Cognome', 'Farmacia Aurora']);
    expect(csv.facts.get('Esercente')).toEqual(['Farmacia Aurora', 'Partita IVA', '01234560925']);
    expect(csv.facts.get('Ente pagatore')).toEqual(['ASL n. 1 di Sassari', 'Codice', '101']);
    expect(csv.facts.get('Periodo')).toEqual(['01/10/2026', '31/10/2026']);
  });

  test('rules §7 privacy: no document of billing names a patient', async () => {
    const { pdf, csv } = await october();
    expect(`${pdf.join(' ')} ${csv.text}`).not.toMatch(/RSSMRA|Rossi|Mario/);
  });

  test('rules §1 period: a date-time means its day of Rome', async () => {
    const query = { dateStart: '2026-09-30T22:00:00Z', dateEnd: '2026-10-31T23:30:00+01:00', aslId: ASL.sassari };
    expect((await readBillDocuments(server, token, query)).csv.text).toBe((await october()).csv.text);
  });

  describe('access', () => {
    test('rules §7 access: an authority sees what it pays, of all companies or of one', async () => {
      const all = await readBillDocuments(server, authority, OCTOBER);
      const one = await readBillDocuments(server, authority, { ...OCTOBER, businessId: BUSINESSES.corso });
      const own = await readBillDocuments(server, authority, { ...OCTOBER, ...AURORA });
      expect(new Set(all.csv.rows.map((row) => row.get('Esercente')))).toEqual(
        new Set(['Farmacia Aurora', 'Emporio del Corso']),
      );
      expect(all.pdf).toEqual(
        expect.arrayContaining(['Tutti gli esercenti', 'Totali per esercente', 'P. IVA 01234580923']),
      );
      expect(all.csv.text).not.toContain(';613;');
      expect(one.csv.rows.map((row) => row.get('Numero acquisto'))).toEqual(['614']);
      expect(own.csv.rows).toEqual((await october()).csv.rows);
    });

    test.each([
      ['a shop without the authority', 400, { ...OCTOBER }, 'INVALID_REQUEST'],
      ['a shop that names an unknown authority', 404, { ...OCTOBER, aslId: 99 }, 'ASL_NOT_FOUND'],
      ['a shop that names a large number', 404, { ...OCTOBER, aslId: 999_999_999_999 }, 'ASL_NOT_FOUND'],
      ['a shop that names another', 404, { ...OCTOBER, aslId: 1, businessId: 3 }, 'BUSINESS_NOT_FOUND'],
      [
        'a period that ends too early',
        400,
        { aslId: 1, dateStart: '2026-10-02', dateEnd: '2026-10-01' },
        'INVALID_REQUEST',
      ],
    ])('rules §7 access: %s is refused', async (_who, status, query, description) => {
      for (const call of [downloadBillSummary, downloadBillProducts]) {
        expect(await server.call(call, { query }, { token })).toMatchObject({ status, error: { description } });
      }
    });

    test('§5 ASL required: the refusal names the field', async () => {
      const refused = await server.call(downloadBillSummary, { query: OCTOBER }, { token });
      expect(refused.error?.field).toBe('aslId');
    });

    test('rules §7 access: an authority that names another one or an unknown company is 404', async () => {
      const other = { ...OCTOBER, aslId: ASL.cagliari };
      const unknown = { ...OCTOBER, businessId: 99 };
      const signature = { token: authority };
      expect(await server.call(downloadBillProducts, { query: other }, signature)).toMatchObject({
        status: 404,
        error: { description: 'ASL_NOT_FOUND' },
      });
      expect(await server.call(downloadBillProducts, { query: unknown }, signature)).toMatchObject({
        status: 404,
        error: { description: 'BUSINESS_NOT_FOUND' },
      });
    });
  });

  test('§2 billing summary: a period without sales gives documents that say zero', async () => {
    now = TEST_NOW;
    const query = { dateStart: '2025-01-01', dateEnd: '2025-01-31', aslId: ASL.sassari };
    const { pdf, csv } = await readBillDocuments(server, await signInAs(server, USERS.aurora), query);
    expect(csv.rows).toEqual([]);
    expect(csv.facts.get('Totale di controllo (€)')).toEqual(['0,00']);
    expect(cellsAfter(pdf, 'Totale generale', 2)).toEqual(['0', formatTotal(money(0))]);
  });
});

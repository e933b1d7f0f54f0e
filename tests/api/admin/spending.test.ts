import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { downloadSpending, readSpending, searchFindings } from '#contract/admin/spending.ts';
import { readBillTotals } from '#contract/calls/billing-summary.ts';
import type { CallInput } from '#contract/call.ts';
import { monthOf } from '#contract/rules/dates.ts';
import { sum } from '#contract/rules/money.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { cancel } from '../support/after-sale.ts';
import { fillMonth } from '../support/billing-month.ts';
import { readCsv } from '../support/documents.ts';
import { fillPurchase } from '../support/fill-fixture.ts';
import { ASL, BUSINESSES, PATIENTS, PRODUCTS, STORES, USERS } from '../support/fixture.ts';
import {
  type TestServer,
  describeOnEachDatabase,
  signInAs,
  startTestServer,
  withLongTokens,
} from '../support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, readLedger, sell } from '../support/sale.ts';

type Query = CallInput<typeof readSpending>['query'];

const never = new AbortController().signal;
const YEAR = { monthStart: '2026-01-01', monthEnd: '2026-12-01' } as const;
const MONTHS = ['2026-03-01', '2026-04-01', '2026-05-01', '2026-09-01', '2026-10-01', '2026-11-01'] as const;

/** A sale that is committed late. */
const LATE_SALE = {
  id: 690,
  patient: PATIENTS.withPin,
  dossier: 10,
  voucher: 100,
  asl: ASL.sassari,
  business: BUSINESSES.aurora,
  store: STORES.auroraCentro,
  user: 1,
  residualAfter: '0',
  at: new Date('2026-05-20T08:00:00Z'),
  items: [[PRODUCTS.bread, 1]],
} as const;

describeOnEachDatabase('spending', (database) => {
  let server: TestServer;
  let now = new Date('2026-12-03T09:00:00Z');
  let region: string;
  let sassari: string;
  let cagliari: string;
  const payers = new Map<number, string>();
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now, change: withLongTokens });
    await fillMonth(server.db);
    region = await signInAs(server, USERS.region);
    sassari = await signInAs(server, USERS.districtSassari);
    cagliari = await signInAs(server, USERS.districtCagliari);
    payers.set(ASL.sassari, await signInAs(server, USERS.aslSassari));
    payers.set(ASL.cagliari, await signInAs(server, USERS.aslCagliari));
  });
  afterAll(() => server.close());

  async function spendingBy(by: Query['by'], query: Partial<Query> = {}, token = region) {
    return (await server.callOk(readSpending, { query: { ...YEAR, by, ...query } }, { token })).spending;
  }

  async function findings(query: object = {}, token = region) {
    return server.callOk(searchFindings, { query: { ...YEAR, size: 100, ...query } }, { token });
  }

  /** Months whose sums differ from the ledger's. The vouchers of the fixture differ too and are left out. */
  async function mismatches() {
    const found: number[] = [];
    const onMismatch = (table: string, ids: readonly number[]) => {
      if (table === 'ledger_month') found.push(...ids);
    };
    await reconcile(server.services, { isWhole: true, onMismatch, stop: never });
    return found;
  }

  test('rules §9 spending: what was done is in the sums at once', async () => {
    const { rows } = await spendingBy('month');
    expect(rows.map(({ key }) => key)).toEqual(MONTHS);
    expect(await mismatches()).toEqual([]);
  });

  test('rules §9 spending: of each month and authority it is what the bills of all businesses come to', async () => {
    for (const month of MONTHS) {
      const { first: dateStart, last: dateEnd } = monthOf(month);
      const ofMonth = [];
      for (const [aslId, token] of payers) {
        const { totals } = await server.callOk(readBillTotals, { query: { dateStart, dateEnd } }, { token });
        const query = { monthStart: month, monthEnd: month, aslId };
        const { rows, total, purchases, cancellations } = await spendingBy('business', query);
        expect([month, aslId, total]).toEqual([month, aslId, totals.total]);
        expect(purchases).toEqual(totals.purchases);
        expect(cancellations.count).toBe(totals.cancellations.count + totals.corrections.count);
        for (const { key, ...row } of rows) {
          const bill = { dateStart, dateEnd, businessId: Number(key) };
          const { totals: own } = await server.callOk(readBillTotals, { query: bill }, { token });
          expect([month, key, row.total]).toEqual([month, key, own.total]);
        }
        ofMonth.push(total);
      }
      const all = await spendingBy('asl', { monthStart: month, monthEnd: month });
      expect(all.total).toEqual(sum(ofMonth));
    }
    // The month has entries of an earlier, of its own and of a later month.
    const october = await spendingBy('month', { monthStart: '2026-10-01', monthEnd: '2026-10-31' });
    expect(october).toMatchObject({ purchases: { count: 11 }, cancellations: { count: 2 } });
  });

  test('rules §9 spending: by authority, business, kind of dossier and city it is the same money, and each filter leaves its part', async () => {
    const { total } = await spendingBy('month');
    const names: Record<string, readonly string[]> = {};
    for (const by of ['asl', 'business', 'dossierType', 'city'] as const) {
      const { rows } = await spendingBy(by);
      names[by] = rows.map(({ name }) => name);
      expect(sum(rows.map((row) => row.total))).toEqual(total);
      const totals = rows.map((row) => row.total.toNumber());
      expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    }
    expect(names).toEqual({
      asl: ['ASL n. 1 di Sassari', 'ASL n. 8 di Cagliari'],
      business: ['Farmacia Aurora', 'Emporio del Corso'],
      dossierType: ['CELIAC'],
      city: ['Cagliari', 'Quartu', 'Nuoro'],
    });
    for (const { key, total: part } of (await spendingBy('asl')).rows)
      expect((await spendingBy('month', { aslId: Number(key) })).total).toEqual(part);
    for (const { key, total: part } of (await spendingBy('business')).rows)
      expect((await spendingBy('city', { businessId: Number(key) })).total).toEqual(part);
    expect((await spendingBy('month', { type: 'CELIAC' })).total).toEqual(total);
    expect((await spendingBy('month', { type: 'PROTEIN_FREE' })).rows).toEqual([]);
    const refused = await server.call(
      readSpending,
      { query: { monthStart: '2026-02-01', monthEnd: '2026-01-01', by: 'month' } },
      { token: region },
    );
    expect(refused).toMatchObject({ status: 400, error: { field: 'monthEnd' } });
  });

  test('rules §9 spending: a district office sees what its authority pays, and nothing of another', async () => {
    const ofSassari = await spendingBy('asl', {}, sassari);
    expect(ofSassari.rows.map(({ key }) => key)).toEqual([String(ASL.sassari)]);
    expect(ofSassari).toEqual(await spendingBy('asl', { aslId: ASL.sassari }));
    expect((await spendingBy('asl', { aslId: ASL.cagliari }, cagliari)).total).toEqual(
      (await spendingBy('asl', { aslId: ASL.cagliari })).total,
    );
    const query = { ...YEAR, by: 'asl', aslId: ASL.cagliari } as const;
    const refused = [
      await server.call(readSpending, { query }, { token: sassari }),
      await server.call(downloadSpending, { query }, { token: sassari }),
      await server.call(searchFindings, { query: { ...YEAR, aslId: ASL.cagliari } }, { token: sassari }),
    ];
    expect(refused.map(({ error }) => error?.description)).toEqual(Array(3).fill('ASL_NOT_FOUND'));
  });

  test('rules §7 spending as CSV: the same figures, for whom, of which months, with a control total', async () => {
    const query = { ...YEAR, by: 'month', aslId: ASL.sassari } as const;
    const file = await server.callOk(downloadSpending, { query }, { token: region });
    const { rows, facts } = readCsv(file.base64);
    const { rows: shown, total } = await spendingBy('month', { aslId: ASL.sassari });
    const euro = (amount: { toFixed: (digits: number) => string }) => amount.toFixed(2).replace('.', ',');
    expect(rows.map((row) => [...row.values()])).toEqual(
      shown.map(({ key, purchases, cancellations, total: one }) => [
        `${key.slice(5, 7)}/${key.slice(0, 4)}`,
        ...[String(purchases.count), euro(purchases.amount), String(cancellations.count), euro(cancellations.amount)],
        euro(one),
      ]),
    );
    expect(facts.get('Totale di controllo (€)')).toEqual([euro(total)]);
    expect(facts.get('Mesi')).toEqual(['01/2026', '12/2026']);
    expect(facts.get('Filtri')).toEqual(['Azienda sanitaria: ASL n. 1 di Sassari']);
    expect(file.fileName).toBe('spesa-2026-01-2026-12.csv');
  });

  test('design §4 spending: a look reads the sums, no purchase and no audit', async () => {
    const tables = ['ledger_entry', 'purchase', 'purchase_item', 'dossier', 'audit'];
    for (const table of tables)
      await sql`alter table ${sql.table(table)} rename to ${sql.table(`${table}_away`)}`.execute(server.db);
    try {
      expect((await spendingBy('business')).rows.length).toBeGreaterThan(1);
      expect((await findings()).rows).toEqual([]);
      expect((await findings({}, sassari)).rows).toEqual([]);
    } finally {
      for (const table of tables)
        await sql`alter table ${sql.table(`${table}_away`)} rename to ${sql.table(table)}`.execute(server.db);
    }
  });

  test('design §4 ledger: a sale of which the sum cannot be written is not made', async () => {
    now = new Date('2026-05-20T09:00:00Z');
    const shop = await signInAs(server, USERS.aurora);
    const before = await readLedger(server);
    const cartId = await openCart(server, shop, SALES.withoutPin);
    await put(server, shop, cartId, PRODUCTS.bread, 1);
    const txCommandId = await checkBuying(server, shop, cartId);
    await sql`alter table ledger_month rename to away`.execute(server.db);
    const failed = await executeBuying(server, shop, cartId, txCommandId);
    await sql`alter table away rename to ledger_month`.execute(server.db);
    expect(failed.status).toBe(500);
    expect(await readLedger(server)).toMatchObject({ purchases: before.purchases, vouchers: before.vouchers });
    expect((await executeBuying(server, shop, cartId, txCommandId)).status).toBe(200);
    expect(await mismatches()).toEqual([]);
  });

  test('design §4 spending: while others sell and cancel the sums are those of the ledger', async () => {
    const shop = await signInAs(server, USERS.aurora);
    let isOpen = true;
    const trade = async () => {
      for (let count = 0; count < 4; count += 1) {
        const id = await sell(server, shop, SALES.withoutPin, PRODUCTS.fine, 1);
        if (count % 2 === 0) await cancel(server, shop, id);
      }
      isOpen = false;
    };
    const compare = async () => {
      while (isOpen) expect(await mismatches()).toEqual([]);
    };
    await Promise.all([trade(), compare(), compare()]);
    expect(await mismatches()).toEqual([]);
  });

  test.runIf(database === 'postgres')(
    'design §4 spending: a sale that is committed after a later one is not forgotten (postgres)',
    async () => {
      const before = await spendingBy('month');
      const shop = await signInAs(server, USERS.aurora);
      await server.db.transaction().execute(async (trx) => {
        await fillPurchase(trx, LATE_SALE);
        await sell(server, shop, SALES.withoutPin, PRODUCTS.bread, 1);
        expect((await spendingBy('month')).purchases.count).toBe(before.purchases.count + 1);
      });
      expect((await spendingBy('month')).purchases.count).toBe(before.purchases.count + 2);
      expect(await mismatches()).toEqual([]);
    },
  );

  test('design §4 reconciliation: sums that are not those of the ledger are named by their month', async () => {
    const stored = await server.db.selectFrom('ledger_month').selectAll().execute();
    const ofOctober = server.db.updateTable('ledger_month').where('month', '=', '2026-10-01');
    await ofOctober.set({ amount: '0.01' }).where('store_id', '=', 11).execute();
    await server.db.deleteFrom('ledger_month').where('month', '=', '2026-03-01').execute();
    const stray = { month: '2030-01-01', sold_month: '2030-01-01', kind: 'SALE', asl_id: 1, business_id: 1 } as const;
    await server.db
      .insertInto('ledger_month')
      .values({ ...stray, store_id: 11, dossier_type: 'CELIAC', entries: 1, amount: '1' })
      .execute();
    expect(await mismatches()).toEqual([202603, 202610, 203001]);
    await server.db.deleteFrom('ledger_month').execute();
    await server.db.insertInto('ledger_month').values(stored).execute();
    expect(await mismatches()).toEqual([]);
  });

  test('rules §9 findings: unit prices far above the reference price, of what was sold, as it was that day', async () => {
    const shop = await signInAs(server, USERS.aurora);
    for (const [price, quantity] of [
      [2, 1],
      [2.666666, 1],
      [2.67, 1],
      [4, 2],
    ] as const) {
      const cartId = await openCart(server, shop, SALES.withoutPin);
      await put(server, shop, cartId, PRODUCTS.fine, quantity, price);
      await executeBuying(server, shop, cartId, await checkBuying(server, shop, cartId));
    }
    const dear = { ref_price: '100' };
    await server.db.updateTable('product').set(dear).where('product_id', '=', PRODUCTS.fine.id).execute();
    // The price at the sale counts.
    const { rows, pagination } = await findings();
    expect(pagination.totalCount).toBe(1);
    expect(rows[0]).toMatchObject({ rule: 'UNIT_PRICE', threshold: 2, month: '2026-05-01', count: 2 });
    expect(rows[0]).toMatchObject({ companyName: 'Farmacia Aurora', productName: PRODUCTS.fine.name });
    expect([rows[0]?.unitPrice?.toFixed(), rows[0]?.referencePrice?.toFixed()]).toEqual(['4', '1.333333']);
    expect((await findings({}, sassari)).rows).toEqual([]);
    expect((await findings({}, cagliari)).rows).toHaveLength(1);
    expect((await findings({ monthStart: '2026-06-01' })).rows).toEqual([]);
  });

  test('rules §9 findings: many wrong PINs of a user at a business in a month, also after the audit is forgotten, and no patient', async () => {
    const at = (day: string) => new Date(`2026-07-${day}T10:00:00Z`);
    const wrong = {
      patient_id: PATIENTS.withPin.id,
      business_id: BUSINESSES.corso,
      details: '{}',
      address: null,
      trace: null,
    };
    const rows = (user: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...wrong,
        user_id: user,
        at: at(String((index % 28) + 1).padStart(2, '0')),
        action: index % 5 === 4 ? 'PIN_LOCKED' : 'PIN_REFUSED',
      }));
    await server.db
      .insertInto('audit')
      .values([
        ...rows(2, 20),
        ...rows(1, 19),
        { ...wrong, user_id: 1, at: new Date('2026-08-01T10:00:00Z'), action: 'PIN_REFUSED' },
      ])
      .execute();
    const july = { monthStart: '2026-07-01', monthEnd: '2026-08-01' };
    const { rows: found } = await findings(july);
    expect(found).toMatchObject([
      { rule: 'WRONG_PINS', threshold: 20, month: '2026-07-01', count: 20, username: USERS.corso, businessId: 3 },
    ]);
    const { fiscalCode, lastName } = PATIENTS.withPin;
    expect(JSON.stringify(found)).not.toMatch(new RegExp(`${fiscalCode}|${lastName}|patient`, 'i'));
    expect((await findings(july, sassari)).rows).toHaveLength(1);
    expect((await findings(july, cagliari)).rows).toEqual([]);
    expect((await findings({ ...july, businessId: BUSINESSES.aurora })).rows).toEqual([]);
    await server.db.deleteFrom('audit').where('action', 'in', ['PIN_REFUSED', 'PIN_LOCKED']).execute();
    expect((await findings(july)).rows).toEqual(found);
  });

  test('rules §9 findings: many cancellations, by their number and their share of the purchases of the month', async () => {
    now = new Date('2026-05-21T09:00:00Z');
    const corso = await signInAs(server, USERS.corso);
    const sale = { ...SALES.withoutPin, storeId: 31 };
    const sellSome = async (count: number) => {
      const ids = [];
      for (let one = 0; one < count; one += 1) ids.push(await sell(server, corso, sale, PRODUCTS.cheap, 1));
      return ids;
    };
    const may = { monthStart: '2026-05-01', monthEnd: '2026-05-31', businessId: BUSINESSES.corso };
    const sold = await sellSome(26);
    for (const id of sold.slice(0, 4)) await cancel(server, corso, id);
    expect((await findings(may)).rows).toEqual([]);
    // The number is high enough, but the share stays below a fifth.
    await cancel(server, corso, sold[4] ?? 0);
    expect((await findings(may)).rows).toEqual([]);
    await cancel(server, corso, sold[5] ?? 0);
    const { rows } = await findings(may);
    expect(rows).toMatchObject([
      { rule: 'CANCELLATIONS', threshold: 20, least: 5, count: 6, purchases: 26, companyName: 'Emporio del Corso' },
    ]);
    expect((await findings(may, sassari)).rows).toEqual([]);
    expect((await findings(may, cagliari)).rows).toHaveLength(1);
  });

  test('rules §9 findings: page by page, the newest month first', async () => {
    const { rows } = await findings();
    expect(rows.map(({ month, rule }) => `${month} ${rule}`)).toEqual([
      '2026-07-01 WRONG_PINS',
      '2026-05-01 CANCELLATIONS',
      '2026-05-01 UNIT_PRICE',
    ]);
    const second = await findings({ page: 1, size: 2 });
    expect(second.rows).toEqual(rows.slice(2));
    expect(second.pagination.totalCount).toBe(3);
  });
});

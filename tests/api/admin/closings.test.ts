import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  closeMonth,
  type MonthFigures,
  readMonthFigures,
  searchClosings,
  searchMonthMismatches,
} from '#contract/admin/closings.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import type { CallInput } from '#contract/call.ts';
import { readBillTotals } from '#contract/calls/billing-summary.ts';
import { money } from '#contract/rules/money.ts';
import { addMissingEntries } from '#server/ledger/entries.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { cancel, reject } from '../support/after-sale.ts';
import { fillMonth } from '../support/billing-month.ts';
import { cellsAfter, readBillDocuments } from '../support/documents.ts';
import { ASL, BUSINESSES, USERS } from '../support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from '../support/harness.ts';

const OCTOBER = '2026-10-01';
const PERIOD = { dateStart: OCTOBER, dateEnd: '2026-10-31' };
const NEXT = { dateStart: '2026-11-01', dateEnd: '2026-11-30' };
const AURORA = { aslId: ASL.sassari, businessId: BUSINESSES.aurora, month: OCTOBER };
const IN_OCTOBER = new Date('2026-10-31T22:59:59.5Z');
const IN_NOVEMBER = new Date('2026-11-03T09:00:00Z');

function asShown(figures?: MonthFigures) {
  return {
    controlTotal: figures?.controlTotal ?? 'none',
    ordersAmount: figures?.orders.amount.toNumber() ?? 0,
    rejectionsAmount: figures?.rejections.amount.toNumber() ?? 0,
  };
}

describeOnEachDatabase('closing a month', (database) => {
  let now: Date;
  let server: TestServer;
  let region: string;
  let sassari: string;
  beforeEach(async () => {
    now = IN_NOVEMBER;
    server = await startTestServer({ database, now: () => now });
    await fillMonth(server.db);
    region = await signInAs(server, USERS.region);
    sassari = await signInAs(server, USERS.districtSassari);
  });
  afterEach(() => server.close());

  type Month = CallInput<typeof readMonthFigures>['query'];

  /** Closes a month after reading its figures, where the token may read them. */
  async function close(month: Month, token = region) {
    const { data } = await server.call(readMonthFigures, { query: month }, { token });
    return server.call(closeMonth, { body: { ...month, shown: asShown(data?.month.figures) } }, { token });
  }

  async function figures(query: Month) {
    return (await server.callOk(readMonthFigures, { query }, { token: region })).month;
  }

  async function totalsOf(period: typeof PERIOD) {
    const token = await signInAs(server, USERS.aurora);
    return (await server.callOk(readBillTotals, { query: { ...period, aslId: ASL.sassari } }, { token })).totals;
  }

  async function octoberDocuments() {
    const token = await signInAs(server, USERS.aurora);
    return readBillDocuments(server, token, { ...PERIOD, aslId: ASL.sassari });
  }

  async function mismatches() {
    const found: number[] = [];
    const stop = new AbortController().signal;
    const onMismatch = (table: string, ids: readonly number[]) => found.push(...(table === 'month_closing' ? ids : []));
    await reconcile(server.services, { isWhole: true, onMismatch, stop });
    return found.length;
  }

  test('rules §9 closing: the figures of a month are those of its bill, in all and by business', async () => {
    const { businesses, figures: all, isOver, closeTime } = await figures({ aslId: ASL.sassari, month: OCTOBER });
    expect([isOver, closeTime]).toEqual([true, undefined]);
    expect(businesses.map(({ companyName }) => companyName)).toEqual(['Emporio del Corso', 'Farmacia Aurora']);
    const aurora = businesses[1]?.figures;
    const { purchases, cancellations, corrections, total } = await totalsOf(PERIOD);
    expect(aurora).toMatchObject({ purchases, cancellations, corrections, total });
    expect(aurora?.corrections.count).toBe(1);
    expect(all.total.toFixed(2)).toBe(total.plus(businesses[0]?.figures.total ?? 0).toFixed(2));
  });

  test('rules §9 closing: the control total follows from the rows of the bill by the stated formula', async () => {
    const { csv } = await octoberDocuments();
    const sums = new Map<string, ReturnType<typeof money>>();
    for (const row of csv.rows) {
      const key = `${row.get('Operazione') === 'Storno' ? 'S' : 'V'};${row.get('Numero acquisto')}`;
      const amount = money((row.get('Importo (€)') ?? '').replace(',', '.'));
      sums.set(key, (sums.get(key) ?? money(0)).plus(amount));
    }
    const ofKind = (kind: string) => [...sums].filter(([key]) => key.startsWith(kind));
    const byNumber = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) =>
      Number(a.slice(2)) - Number(b.slice(2));
    const lines = [...ofKind('V').sort(byNumber), ...ofKind('S').sort(byNumber)];
    const text = lines.map(([key, amount]) => `${key};${amount.toFixed(2)}\n`).join('');
    const digits = createHash('sha256').update(text).digest('hex').slice(0, 16).toUpperCase();
    const expected = digits.replace(/(.{4})(?=.)/g, '$1-');
    expect((await figures(AURORA)).figures.controlTotal).toBe(expected);
  });

  test('rules §9 closing: a month that is over is closed once, listed, audited, and told by the billing documents', async () => {
    now = new Date('2026-10-31T22:59:59.999Z');
    const tooEarly = await close(AURORA, await signInAs(server, USERS.region));
    expect(tooEarly).toMatchObject({ status: 409, error: { description: 'MONTH_NOT_OVER' } });
    now = IN_NOVEMBER;
    const { data } = await close({ ...AURORA, month: '2026-10-17' });
    const closed = data?.row;
    expect(closed).toMatchObject({
      companyName: 'Farmacia Aurora',
      month: OCTOBER,
      username: USERS.region,
      figures: { purchases: { count: 9 }, cancellations: { count: 1 }, corrections: { count: 1 } },
    });
    expect(await close(AURORA)).toMatchObject({ status: 409, error: { description: 'MONTH_ALREADY_CLOSED' } });
    const { rows } = await server.callOk(searchClosings, { query: { month: OCTOBER } }, { token: region });
    expect(rows).toEqual([closed]);
    const audit = server.db.selectFrom('audit').select(['details', 'user_id']).where('action', '=', 'MONTH_CLOSED');
    const controlTotal = closed?.figures.controlTotal ?? '';
    expect(await audit.execute()).toMatchObject([
      { details: { aslId: ASL.sassari, businessId: BUSINESSES.aurora, month: OCTOBER, controlTotal } },
    ]);
    const { pdf, csv } = await octoberDocuments();
    expect(csv.facts.get('Mese chiuso 10/2026')).toEqual([
      '03/11/2026 10:00:00',
      'Operazioni',
      '11',
      'Codice di controllo della chiusura',
      controlTotal,
    ]);
    expect(cellsAfter(pdf, '10/2026', 3)).toEqual(['03/11/2026 10:00:00', '11', controlTotal]);
    expect((await totalsOf(PERIOD)).closedMonths).toMatchObject([{ month: OCTOBER, rows: 11, controlTotal }]);
    // A part of the month, an open month and the bill of all businesses are not closed.
    expect((await totalsOf({ ...PERIOD, dateStart: '2026-10-02' })).closedMonths).toEqual([]);
    const token = await signInAs(server, USERS.aslSassari);
    const ofAll = await server.callOk(readBillTotals, { query: PERIOD }, { token });
    expect(ofAll.totals.closedMonths).toEqual([]);
  });

  test('rules §9 closing: what is written afterwards with a day of the closed month counts in the next open one', async () => {
    await close(AURORA);
    const before = await octoberDocuments();
    const frozen = await figures(AURORA);
    now = IN_OCTOBER;
    await cancel(server, await signInAs(server, USERS.aurora), 602);
    now = IN_NOVEMBER;
    const after = await octoberDocuments();
    expect(after.csv.text).toBe(before.csv.text);
    expect(after.pdf).toEqual(before.pdf);
    expect(await figures(AURORA)).toEqual(frozen);
    const { csv } = await readBillDocuments(server, await signInAs(server, USERS.aurora), {
      ...NEXT,
      aslId: ASL.sassari,
    });
    const late = csv.rows.find((row) => row.get('Numero acquisto') === '602');
    expect([late?.get('Operazione'), late?.get('Data e ora')]).toEqual(['Storno', '01/11/2026 00:00:00']);
    // The month after the next, because the next one is closed too.
    now = new Date('2026-12-02T09:00:00Z');
    region = await signInAs(server, USERS.region);
    await close({ ...AURORA, month: '2026-11-01' });
    now = IN_OCTOBER;
    await cancel(server, await signInAs(server, USERS.aurora), 606);
    const back = await server.db
      .selectFrom('ledger_entry')
      .innerJoin('purchase', 'purchase.purchase_id', 'ledger_entry.purchase_id')
      .select(['at', 'counts_at', 'cancelled_at'])
      .where('ledger_entry.purchase_id', '=', 606)
      .where('kind', '=', 'CANCELLATION')
      .executeTakeFirstOrThrow();
    const dated = new Date('2026-11-30T23:00:00Z');
    expect(back).toEqual({ at: IN_OCTOBER, counts_at: dated, cancelled_at: dated });
    expect(await server.db.selectFrom('month_closing').select('month').execute()).toHaveLength(2);
  });

  test('rules §9 closing: all businesses of an authority at once, also one that has sold nothing yet', async () => {
    await close({ aslId: ASL.sassari, businessId: BUSINESSES.corso, month: OCTOBER });
    const { data } = await close({ aslId: ASL.sassari, month: OCTOBER }, sassari);
    expect(data?.row).toMatchObject({ aslName: 'ASL n. 1 di Sassari', figures: { purchases: { count: 10 } } });
    expect(data?.row.companyName).toBeUndefined();
    const { rows } = await server.callOk(searchClosings, { query: { size: 10 } }, { token: sassari });
    // The closing of all businesses comes before those of one.
    expect(rows.map(({ companyName, username }) => [companyName, username])).toEqual([
      [undefined, USERS.districtSassari],
      ['Farmacia Aurora', USERS.districtSassari],
      ['Emporio del Corso', USERS.region],
    ]);
    const again = await close({ aslId: ASL.sassari, businessId: BUSINESSES.bottega, month: OCTOBER });
    expect(again.error?.description).toBe('MONTH_ALREADY_CLOSED');
    // The month of the other authority is open.
    const elsewhere = await figures({ aslId: ASL.cagliari, month: OCTOBER });
    expect(elsewhere.closeTime).toBeUndefined();
    const token = await signInAs(server, USERS.aslSassari);
    const { totals } = await server.callOk(readBillTotals, { query: PERIOD }, { token });
    expect(totals.closedMonths).toMatchObject([{ rows: 12, controlTotal: data?.row.figures.controlTotal }]);
  });

  test('rules §9 closing: a district office closes and sees months of its own authority alone', async () => {
    await close({ aslId: ASL.cagliari, month: OCTOBER });
    const query = { aslId: ASL.cagliari, month: OCTOBER };
    const refused = [
      await close({ aslId: ASL.cagliari, month: '2026-09-01' }, sassari),
      await server.call(readMonthFigures, { query }, { token: sassari }),
      await server.call(searchMonthMismatches, { query }, { token: sassari }),
      await server.call(searchClosings, { query }, { token: sassari }),
      await close({ aslId: 99, month: OCTOBER }),
    ];
    expect(refused.map(({ error }) => error?.description)).toEqual(Array(5).fill('ASL_NOT_FOUND'));
    expect((await close({ ...AURORA, businessId: 99 })).error?.description).toBe('BUSINESS_NOT_FOUND');
    expect((await server.callOk(searchClosings, { query: {} }, { token: sassari })).rows).toEqual([]);
    expect((await server.callOk(searchClosings, { query: {} }, { token: region })).rows).not.toEqual([]);
  });

  test('rules §9 closing: what does not match is named, purchases and orders', async () => {
    const large = { query: { ...AURORA, size: 201 } };
    expect((await server.call(searchMonthMismatches, large, { token: region })).error?.field).toBe('size');
    const search = async () => {
      const query = { ...AURORA, size: 50 };
      return (await server.callOk(searchMonthMismatches, { query }, { token: region })).rows;
    };
    expect(await search()).toEqual([]);
    now = new Date('2026-10-29T09:00:00Z');
    const shop = await signInAs(server, USERS.aurora);
    const order = async (id: number) => {
      const body = { purchasesIds: [id], orderDate: now.toISOString() };
      const { orders } = await server.callOk(createAmcOrders, { body }, { token: shop });
      return Number(orders[0]?.amcOrderId);
    };
    const rejected = await order(602);
    await reject(server, rejected);
    // The cancellation releases the purchase from its order, so nothing contradicts it.
    await cancel(server, shop, 602);
    const counting = await order(603);
    await server.db
      .updateTable('purchase')
      .set({ status: 'CANCELLED', cancelled_at: now })
      .where('purchase_id', '=', 603)
      .execute();
    await addMissingEntries(server.db);
    const pending = await order(604);
    await server.db.updateTable('amc_order').set({ amount: '9.99' }).where('amc_order_id', '=', pending).execute();
    now = IN_NOVEMBER;
    region = await signInAs(server, USERS.region);
    const rows = await search();
    const named = rows.map(({ kind, purchaseId, amcOrderId }) => [kind, purchaseId, amcOrderId]);
    const sorted = (all: readonly (readonly unknown[])[]) => all.map(String).sort();
    expect(sorted(named)).toEqual(
      sorted([
        ['CORRECTION_OF_ORDERED', 603, counting],
        ['ORDER_AMOUNT_DIFFERS', undefined, pending],
        ['ORDER_UNSETTLED', undefined, pending],
        ['ORDER_UNSETTLED', undefined, counting],
        ...[605, 606, 607, 611].map((id) => ['PURCHASE_NOT_ORDERED', id, undefined]),
      ]),
    );
    const differs = rows.find(({ kind }) => kind === 'ORDER_AMOUNT_DIFFERS');
    expect([differs?.amount.toFixed(2), differs?.expectedAmount?.toFixed(2)]).toEqual(['9.99', '1.33']);
    const { figures: october } = await figures(AURORA);
    expect(october.orders.count).toBe(3);
    expect(october.rejections).toMatchObject({ count: 1 });
    expect(october.rejections.amount.toFixed(2)).toBe('-9.33');
  });

  test('rules §9 closing: where the figures are no longer those that were shown, nothing is closed', async () => {
    const shown = asShown((await figures(AURORA)).figures);
    const refusal = { status: 409, error: { description: 'MONTH_FIGURES_CHANGED' } };
    const agree = (changed: Partial<typeof shown>) =>
      server.call(closeMonth, { body: { ...AURORA, shown: { ...shown, ...changed } } }, { token: region });
    expect(await agree({ ordersAmount: 0.01 })).toMatchObject(refusal);
    expect(await agree({ rejectionsAmount: -0.01 })).toMatchObject(refusal);
    await server.db
      .updateTable('purchase')
      .set({ status: 'CANCELLED', cancelled_at: IN_OCTOBER })
      .where('purchase_id', '=', 603)
      .execute();
    await addMissingEntries(server.db);
    expect(await agree({})).toMatchObject(refusal);
    expect(await server.db.selectFrom('month_closing').select('month').execute()).toEqual([]);
    const audit = server.db.selectFrom('audit').select('action').where('action', '=', 'MONTH_CLOSED');
    expect(await audit.execute()).toEqual([]);
    expect((await close(AURORA)).status).toBe(200);
  });

  test('rules §9 closing: an order and a rejection with a day of the closed month count in the next, and a rejection always has its day', async () => {
    now = IN_OCTOBER;
    const shop = await signInAs(server, USERS.aurora);
    const order = async (id: number) => {
      const body = { purchasesIds: [id], orderDate: now.toISOString() };
      return Number((await server.callOk(createAmcOrders, { body }, { token: shop })).orders[0]?.amcOrderId);
    };
    const early = await order(602);
    now = IN_NOVEMBER;
    await close(AURORA);
    now = IN_OCTOBER;
    const late = await order(604);
    await reject(server, early);
    const datesOf = (id: number) =>
      server.db
        .selectFrom('amc_order')
        .select(['created_at', 'rejected_at'])
        .where('amc_order_id', '=', id)
        .executeTakeFirstOrThrow();
    const firstOfNext = new Date('2026-10-31T23:00:00Z');
    expect(await datesOf(early)).toEqual({ created_at: IN_OCTOBER, rejected_at: firstOfNext });
    expect(await datesOf(late)).toEqual({ created_at: firstOfNext, rejected_at: null });
    // A process of an earlier version writes the row without the day.
    const lateOrder = server.db.updateTable('amc_order').where('amc_order_id', '=', late);
    await lateOrder.set({ esb_status: 'REJECTED', esb_reason: 'late' }).execute();
    expect((await datesOf(late)).rejected_at).toBeInstanceOf(Date);
    const accepted = lateOrder.set({ esb_status: 'ACCEPTED', esb_reason: null });
    await expect(accepted.execute()).rejects.toThrow('amc_order_day_of_rejection');
  });

  test('design §4 closing: a look at a closed month reads what was stored, and sums up no entry', async () => {
    const looks = [{ aslId: ASL.sassari, month: OCTOBER }, AURORA];
    const before = [];
    for (const look of looks) before.push(await figures(look));
    await close({ aslId: ASL.sassari, month: OCTOBER });
    await sql`alter table ledger_entry rename to entry_away`.execute(server.db);
    try {
      for (const [index, look] of looks.entries()) {
        const after = await figures(look);
        expect(after.figures).toEqual(before[index]?.figures);
        const names = (month = after) => month.businesses.map(({ companyName, figures: own }) => [companyName, own]);
        expect(names()).toEqual(names(before[index]));
        expect(after.businesses.every(({ closeTime }) => closeTime === after.closeTime)).toBe(true);
      }
    } finally {
      await sql`alter table entry_away rename to ledger_entry`.execute(server.db);
    }
  });

  test('rules §9 closing: a closed month is not opened again, and the reconciliation watches it', async () => {
    await close({ aslId: ASL.sassari, month: OCTOBER });
    expect(await mismatches()).toBe(0);
    const change = server.db.updateTable('month_closing').set({ purchases_count: 0 }).execute();
    await expect(change).rejects.toThrow('stays as it is');
    await expect(server.db.deleteFrom('month_closing').execute()).rejects.toThrow('stays as it is');
    await sql`alter table ledger_entry disable trigger ledger_entry_kept`.execute(server.db);
    await sql`update ledger_entry set counts_at = counts_at - interval '40 days' where purchase_id = 603`.execute(
      server.db,
    );
    await sql`alter table ledger_entry enable trigger ledger_entry_kept`.execute(server.db);
    // One mismatch for the business, and one for all.
    expect(await mismatches()).toBe(2);
  });
});

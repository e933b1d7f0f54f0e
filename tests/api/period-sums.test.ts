import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readBillTotals } from '#contract/calls/billing-summary.ts';
import { readPurchaseTotals, searchPurchases } from '#contract/calls/purchases.ts';
import type { Money } from '#contract/rules/money.ts';
import { addSubtotals } from '#server/domain/ledger/subtotals.ts';
import { refreshSpending } from '#server/domain/spending/refresh-spending.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { ASL, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

/** More than the worker adds at once. */
const MANY = 1320;
const PERIODS = [
  { dateStart: '2025-08-01', dateEnd: '2026-02-28' },
  { dateStart: '2025-08-02', dateEnd: '2026-02-27' },
  { dateStart: '2025-10-26', dateEnd: '2025-11-03' },
  { dateStart: '2025-12-05', dateEnd: '2025-12-05' },
  { dateStart: '2026-02-01', dateEnd: '2026-01-31' },
  { dateStart: '2026-03-15', dateEnd: undefined },
  { dateStart: undefined, dateEnd: '2025-08-31' },
  { dateStart: '2025-09-01', dateEnd: '2025-09-30' },
  // Not over yet.
  { dateStart: '2026-03-01', dateEnd: '2026-12-31' },
];
const NOTHING = '0 0.00';

describeOnEachDatabase('sums of a period', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database, env: { RATE_LIMIT_PER_MINUTE: '1000000' } });
    const [from, until] = [new Date('2025-06-01T00:00:00Z'), new Date('2026-04-30T12:00:00Z')];
    await fillPurchases(server.db, { count: MANY, lines: 1, from, until });
    const first = (status: string) => sql`
      (select min(purchase_id) from purchase where business_id = 1 and asl_id = ${ASL.sassari} and status = ${status})`;
    // Half past midnight of 1 September in Rome.
    await sql`update purchase set created_at = '2025-08-31T22:30:00Z' where purchase_id = ${first('ACTIVE')}`.execute(
      server.db,
    );
    await sql`
      update purchase set cancelled_at = created_at + interval '40 days'
      where purchase_id = ${first('CANCELLED')}`.execute(server.db);
  });
  afterAll(() => server.close());

  const said = ({ count, amount }: { readonly count: number; readonly amount: Money }) =>
    `${String(count)} ${amount.toFixed(2)}`;

  /** By status and in all, what the ledger says of the purchases that were made, or cancelled, in a period. */
  async function ledgerOf(
    { dateStart = '2000-01-01', dateEnd = '2100-01-01' },
    of: { readonly storeId?: number; readonly businessId?: number; readonly aslId?: number },
    column = 'created_at',
  ): Promise<(status: string) => string> {
    const { rows } = await sql<{ status: string; said: string }>`
      select coalesce(status, 'all') as status, count(*) || ' ' || round(coalesce(sum(items_amount), 0), 2) as said
      from purchase
      where business_id = coalesce(${of.businessId ?? null}::int, business_id)
        and store_id = coalesce(${of.storeId ?? null}::int, store_id)
        and asl_id = coalesce(${of.aslId ?? null}::int, asl_id)
        and (${sql.ref(column)} at time zone 'Europe/Rome')::date between ${dateStart}::date and ${dateEnd}::date
      group by rollup (status)`.execute(server.db);
    return (status) => rows.find((row) => row.status === status)?.said ?? NOTHING;
  }

  async function expectHistoryAsLedger(token: string): Promise<void> {
    for (const period of PERIODS) {
      for (const store of [{}, { storeId: STORES.auroraCentro }]) {
        const query = { ...period, ...store };
        const ledger = await ledgerOf(period, { businessId: 1, ...store });
        const { totals } = await server.callOk(readPurchaseTotals, { query }, { token });
        const what = JSON.stringify(query);
        expect([totals.active, totals.cancelled].map(said), what).toEqual(['ACTIVE', 'CANCELLED'].map(ledger));
        const countOf = async (statuses: object) => {
          const found = await server.callOk(searchPurchases, { query: { ...query, ...statuses, size: 1 } }, { token });
          return found.pagination.totalCount;
        };
        expect(await countOf({}), what).toBe(totals.active.count + totals.cancelled.count);
        expect(await countOf({ purchaseStatusList: 'CANCELLED' }), what).toBe(totals.cancelled.count);
      }
    }
  }

  async function expectBillAsLedger(token: string, of: { readonly businessId?: number }): Promise<void> {
    for (const { dateStart, dateEnd } of PERIODS) {
      if (dateStart === undefined || dateEnd === undefined || dateStart > dateEnd) continue;
      const ledger = await ledgerOf({ dateStart, dateEnd }, { aslId: ASL.sassari, ...of });
      const query = { dateStart, dateEnd, aslId: ASL.sassari };
      const { totals } = await server.callOk(readBillTotals, { query }, { token });
      expect(said(totals.purchases), JSON.stringify(query)).toBe(ledger('all'));
      const back = addSubtotals(totals.cancellations, totals.corrections);
      const ledgerBack = await ledgerOf({ dateStart, dateEnd }, { aslId: ASL.sassari, ...of }, 'cancelled_at');
      expect(said({ ...back, amount: back.amount.times(-1) }), JSON.stringify(query)).toBe(ledgerBack('all'));
    }
  }

  test('§7 §9 totals of a period: whole months come from the sums, however much these have already, and are what the ledger says', async () => {
    const shop = await signInAs(server, USERS.aurora);
    const authority = await signInAs(server, USERS.aslSassari);
    // Each batch that the worker adds leaves fewer notes.
    for (const left of [MANY, MANY - 1000, 0]) {
      const { rows: notes } = await sql`select from spending_change`.execute(server.db);
      expect(notes.length > 0).toBe(left > 0);
      await expectHistoryAsLedger(shop);
      await expectBillAsLedger(shop, { businessId: 1 });
      await expectBillAsLedger(authority, {});
      await refreshSpending(server.services, AbortSignal.abort());
    }
  });

  test('design §4 totals of a period: a year reads the sums of its months, and no purchase but those cancelled', async () => {
    const token = await signInAs(server, USERS.aurora);
    const query = { dateStart: '2025-06-01', dateEnd: '2026-04-30' };
    const ledger = await ledgerOf(query, { businessId: 1 });
    await refreshSpending(server.services, new AbortController().signal);
    await sql`delete from monthly_spending`.execute(server.db);
    const { totals } = await server.callOk(readPurchaseTotals, { query }, { token });
    expect(ledger('CANCELLED')).not.toBe(NOTHING);
    expect(said(totals.cancelled)).toBe(ledger('CANCELLED'));
    expect(totals.active.count + totals.cancelled.count).toBe(0);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { readBillTotals } from '#contract/calls/billing-summary.ts';
import { readPurchaseTotals, searchPurchases } from '#contract/calls/purchases.ts';
import type { Money } from '#contract/rules/money.ts';
import { claimDeliveries, recordDelivery } from '#server/amc-orders/delivery.ts';
import { reconcile } from '#server/ledger/reconcile.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { bookAgain } from '#tests/support/ledger.ts';
import { ASL, STORES, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';

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
    await bookAgain(server.db);
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

  /**
   * Orders every third purchase of the business, and one at the border of a month. The bus rejects the first of the
   * orders, and half of its purchases are ordered again.
   */
  async function order(token: string): Promise<void> {
    const { rows } = await sql<{ id: number }>`
      select purchase_id as id from purchase
      where business_id = 1 and status = 'ACTIVE' and (purchase_id % 3 = 0 or created_at = '2025-08-31T22:30:00Z')
    `.execute(server.db);
    const orderDate = server.services.now().toISOString();
    const place = (purchasesIds: number[]) =>
      server.callOk(createAmcOrders, { body: { purchasesIds, orderDate } }, { token });
    await place(rows.map(({ id }) => id));
    const [first] = await claimDeliveries(server.services, { limit: 1, leaseMs: 1000 });
    if (first === undefined) throw new Error('nothing to deliver');
    await recordDelivery(server.services, first, { kind: 'REJECTED', reason: 'Codice errato' });
    const { rows: released } = await sql<{ id: number }>`
      select purchase_id as id from amc_order_purchase where released_at is not null order by purchase_id
    `.execute(server.db);
    await place(released.filter((_, index) => index % 2 === 0).map(({ id }) => id));
  }

  async function expectUnorderedAsLedger(token: string): Promise<void> {
    for (const { dateStart, dateEnd } of [...PERIODS, { dateStart: undefined, dateEnd: undefined }]) {
      for (const storeId of [undefined, STORES.auroraCentro]) {
        const { rows } = await sql<{ active: number; cancelled: number }>`
          select count(*) filter (where status = 'ACTIVE')::int as active,
            count(*) filter (where status = 'CANCELLED')::int as cancelled
          from purchase
          where business_id = 1 and store_id = coalesce(${storeId ?? null}::int, store_id)
            and (created_at at time zone 'Europe/Rome')::date
              between ${dateStart ?? '2000-01-01'}::date and ${dateEnd ?? '2100-01-01'}::date
            and purchase_id not in (select purchase_id from amc_order_purchase where released_at is null)
        `.execute(server.db);
        const query = { dateStart, dateEnd, storeId, excludeAmc: true, size: 1 };
        for (const [statuses, expected] of [
          [undefined, (rows[0]?.active ?? 0) + (rows[0]?.cancelled ?? 0)],
          ['ACTIVE', rows[0]?.active],
          ['CANCELLED', rows[0]?.cancelled],
        ] as const) {
          const asked = { ...query, purchaseStatusList: statuses };
          const { pagination } = await server.callOk(searchPurchases, { query: asked }, { token });
          expect(pagination.totalCount, JSON.stringify(asked)).toBe(expected);
        }
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
      const { cancellations, corrections } = totals;
      const back = {
        count: cancellations.count + corrections.count,
        amount: cancellations.amount.plus(corrections.amount),
      };
      const ledgerBack = await ledgerOf({ dateStart, dateEnd }, { aslId: ASL.sassari, ...of }, 'cancelled_at');
      expect(said({ ...back, amount: back.amount.times(-1) }), JSON.stringify(query)).toBe(ledgerBack('all'));
    }
  }

  test('§7 §9 totals of a period: whole months come from the sums, other days from the ledger, and are what it says', async () => {
    const shop = await signInAs(server, USERS.aurora);
    await order(shop);
    const authority = await signInAs(server, USERS.aslSassari);
    await expectHistoryAsLedger(shop);
    await expectUnorderedAsLedger(shop);
    await expectBillAsLedger(shop, { businessId: 1 });
    await expectBillAsLedger(authority, {});
  });

  test('design §4 purchases to order: whole months are counted from the orders, by the month of the purchase', async () => {
    const token = await signInAs(server, USERS.aurora);
    const query = { dateStart: '2025-08-01', dateEnd: '2026-02-28', excludeAmc: true, purchaseStatusList: 'ACTIVE' };
    const count = async () => (await server.callOk(searchPurchases, { query }, { token })).pagination.totalCount;
    const before = await count();
    await sql`update amc_order_month set purchases = purchases + 1
      where (amc_order_id, month) = (select max(amc_order_id), '2025-12-01'::date from amc_order_month)`.execute(
      server.db,
    );
    expect(await count()).toBe(before - 1);
    const wrong: number[] = [];
    const onMismatch = (table: string, ids: readonly number[]) => {
      if (table === 'amc_order_month') wrong.push(...ids);
    };
    await reconcile(server.services, { isWhole: true, onMismatch, stop: new AbortController().signal });
    const { id } = await server.db
      .selectFrom('amc_order')
      .select(({ fn }) => fn.max('amc_order_id').as('id'))
      .executeTakeFirstOrThrow();
    expect(wrong).toEqual([id]);
    await sql`update amc_order_month set purchases = 1000000`.execute(server.db);
    expect(await count()).toBe(0);
  });

  test('design §4 totals of a period: a year reads the sums of its months, and no entry', async () => {
    const token = await signInAs(server, USERS.aurora);
    const query = { dateStart: '2025-06-01', dateEnd: '2026-04-30' };
    const ledger = await ledgerOf(query, { businessId: 1 });
    await sql`truncate ledger_entry`.execute(server.db);
    const { totals } = await server.callOk(readPurchaseTotals, { query }, { token });
    expect([totals.active, totals.cancelled].map(said)).toEqual(['ACTIVE', 'CANCELLED'].map(ledger));
  });
});

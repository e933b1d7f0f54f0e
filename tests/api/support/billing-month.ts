import { money, sum } from '#contract/rules/money.ts';
import { endOfDay, startOfDay } from '#contract/rules/dates.ts';
import { sql } from 'kysely';
import { addMissingEntries } from '#server/ledger/entries.ts';
import type { Database } from '#server/services.ts';
import { fillPurchase } from './fill-fixture.ts';
import { ASL, BUSINESSES, PATIENTS, PRODUCTS, STORES } from './fixture.ts';
import type { FixturePurchase } from './fixture-parts.ts';

const sassari = { patient: PATIENTS.withPin, dossier: 10, voucher: 100, asl: ASL.sassari };
const cagliari = { patient: PATIENTS.withoutPin, dossier: 20, voucher: 200, asl: ASL.cagliari };
const centro = { business: BUSINESSES.aurora, store: STORES.auroraCentro, user: 1, residualAfter: '0' };
const mare = { ...centro, store: STORES.auroraMare };
const corso = { business: BUSINESSES.corso, store: STORES.corso, user: 2, residualAfter: '0' };

interface MonthPurchase extends FixturePurchase {
  readonly cancelledAt?: Date;
}

/**
 * October 2026 in Rome, in which summer time ends on the 25th, with the days around it: purchases at the edges of the
 * month and in the repeated hour, prices with six decimals and below a cent, and cancellations in the month, of an
 * earlier month and in a later one.
 */
const MONTH: readonly MonthPurchase[] = [
  { id: 601, ...sassari, ...centro, at: new Date('2026-09-30T21:59:59.999Z'), items: [[PRODUCTS.fine, 1]] },
  { id: 602, ...sassari, ...centro, at: new Date('2026-09-30T22:00:00Z'), items: [[PRODUCTS.fine, 7]] },
  { id: 603, ...sassari, ...mare, at: new Date('2026-10-24T21:59:59.999Z'), items: [[PRODUCTS.cheap, 1]] },
  { id: 604, ...sassari, ...centro, at: new Date('2026-10-24T22:00:00Z'), items: [[PRODUCTS.fine, 1]] },
  {
    id: 605,
    ...sassari,
    ...centro,
    at: new Date('2026-10-25T00:30:00Z'),
    items: [
      [PRODUCTS.fine, 2],
      [PRODUCTS.cheap, 3],
    ],
  },
  { id: 606, ...sassari, ...mare, at: new Date('2026-10-25T01:30:00Z'), items: [[PRODUCTS.fine, 5]] },
  { id: 607, ...sassari, ...mare, at: new Date('2026-10-25T22:59:59.999Z'), items: [[PRODUCTS.bread, 2]] },
  {
    id: 608,
    ...sassari,
    ...mare,
    at: new Date('2026-10-10T08:00:00Z'),
    cancelledAt: new Date('2026-10-12T08:00:00Z'),
    items: [
      [PRODUCTS.fine, 13],
      [PRODUCTS.penne, 1],
    ],
  },
  {
    id: 609,
    ...sassari,
    ...centro,
    at: new Date('2026-09-20T08:00:00Z'),
    cancelledAt: new Date('2026-10-05T08:00:00Z'),
    items: [[PRODUCTS.fine, 4]],
  },
  {
    id: 610,
    ...sassari,
    ...centro,
    at: new Date('2026-10-30T08:00:00Z'),
    cancelledAt: new Date('2026-10-31T23:00:00Z'),
    items: [[PRODUCTS.rolls, 1]],
  },
  { id: 611, ...sassari, ...mare, at: new Date('2026-10-31T22:59:59.999Z'), items: [[PRODUCTS.leadingZero, 1]] },
  { id: 612, ...sassari, ...mare, at: new Date('2026-10-31T23:00:00Z'), items: [[PRODUCTS.accented, 1]] },
  { id: 613, ...cagliari, ...centro, at: new Date('2026-10-15T08:00:00Z'), items: [[PRODUCTS.fine, 3]] },
  { id: 614, ...sassari, ...corso, at: new Date('2026-10-15T09:00:00Z'), items: [[PRODUCTS.fusilli, 2]] },
];

/** The night of March 2026 in which summer time begins, with the days around it. */
const SPRING: readonly FixturePurchase[] = [
  { id: 621, ...sassari, ...centro, at: new Date('2026-03-28T22:59:59.999Z'), items: [[PRODUCTS.fine, 1]] },
  { id: 622, ...sassari, ...centro, at: new Date('2026-03-28T23:00:00Z'), items: [[PRODUCTS.fine, 2]] },
  { id: 623, ...sassari, ...mare, at: new Date('2026-03-29T00:59:59.999Z'), items: [[PRODUCTS.fine, 4]] },
  { id: 624, ...sassari, ...mare, at: new Date('2026-03-29T01:00:00Z'), items: [[PRODUCTS.cheap, 3]] },
  { id: 625, ...sassari, ...centro, at: new Date('2026-03-29T21:59:59.999Z'), items: [[PRODUCTS.fine, 5]] },
  { id: 626, ...sassari, ...centro, at: new Date('2026-03-29T22:00:00Z'), items: [[PRODUCTS.fine, 7]] },
];

/** The orderable purchases of the month, of one company and payer. */
export function activeIds(business: number, asl: number): number[] {
  return MONTH.filter((one) => one.business === business && one.asl === asl && !one.cancelledAt).map(({ id }) => id);
}

/** Inserts the purchases of the month and of the beginning of summer time. */
export async function fillMonth(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const { cancelledAt, ...purchase } of MONTH) {
      await fillPurchase(trx, purchase);
      if (!cancelledAt) continue;
      await trx
        .updateTable('purchase')
        .set({ status: 'CANCELLED', cancelled_at: cancelledAt })
        .where('purchase_id', '=', purchase.id)
        .execute();
    }
    for (const purchase of SPRING) await fillPurchase(trx, purchase);
    await addMissingEntries(trx);
    // A sale of the month can be cancelled: the voucher has room for its refund.
    await trx.updateTable('voucher').set({ residual: '1' }).where('voucher_id', '=', 100).execute();
  });
}

/** The rounded product lines of a period by day in Rome, as PostgreSQL computes the days. */
export async function readDays(
  db: Database,
  parties: { aslId: number; businessId?: number },
  first: string,
  last: string,
) {
  const { aslId, businessId = null } = parties;
  const { rows } = await sql<{ day: string; sales: string | null; cancellations: string | null }>`
    select to_char(at at time zone 'Europe/Rome', 'DD/MM/YYYY') as day,
      sum(total) filter (where sign > 0) as sales, sum(-total) filter (where sign < 0) as cancellations
    from (
      select purchase_id, created_at as at, 1 as sign from purchase
      union all select purchase_id, cancelled_at, -1 from purchase where created_at >= ${startOfDay(first)}
    ) entry join purchase using (purchase_id) join purchase_item using (purchase_id)
    where asl_id = ${aslId} and (${businessId}::int is null or business_id = ${businessId})
      and at >= ${startOfDay(first)} and at < ${endOfDay(last)}
    group by 1 order by 1`.execute(db);
  return rows.map((row) => {
    const [sales, cancellations] = [money(row.sales ?? 0), money(row.cancellations ?? 0)];
    return { day: row.day, sales, cancellations, net: sum([sales, cancellations]) };
  });
}

import { sql } from 'kysely';
import type { PurchaseStatus } from '#contract/calls/purchases.ts';
import { type Day, dayOfRequest, endOfDay, monthOf, startOfDay } from '#contract/rules/dates.ts';
import { PREPARED } from '#server/database/pool.ts';
import { type Days, type PeriodSums, readPeriodSums, readUnordered, type Subtotal } from '#server/ledger/sums.ts';
import type { Database } from '#server/services.ts';

/** The sales of a business in a month, and how many of them are cancelled. */
export interface MonthCounts {
  /** The first day. */
  readonly month: Day;
  readonly purchases: number;
  readonly cancellations: number;
}

interface Filters {
  readonly storeId?: number | undefined;
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
}

function daysOf({ dateStart, dateEnd }: Omit<Filters, 'storeId'>): Days {
  return {
    first: dateStart ? dayOfRequest(dateStart) : undefined,
    last: dateEnd ? dayOfRequest(dateEnd) : undefined,
  };
}

/** The numbers by month alone: amounts take as long again to add up. */
async function readMonthCounts(
  db: Database,
  businessId: number,
  storeId: number | undefined,
): Promise<readonly MonthCounts[]> {
  const query = sql<MonthCounts>`
    select sold_month as month, coalesce(sum(entries) filter (where kind = 'SALE'), 0)::int as purchases,
      coalesce(sum(entries) filter (where kind = 'CANCELLATION'), 0)::int as cancellations
    from ledger_month
    where business_id = ${businessId} and ${storeId === undefined ? sql`true` : sql`store_id = ${storeId}`}
    group by sold_month order by sold_month ${PREPARED}`;
  return (await query.execute(db)).rows;
}

/** The number and sum of the purchases by present status. */
function byStatus({ sales, cancellations }: PeriodSums): Readonly<Record<PurchaseStatus, Subtotal>> {
  return {
    ACTIVE: { count: sales.count - cancellations.count, amount: sales.amount.plus(cancellations.amount) },
    CANCELLED: { count: cancellations.count, amount: cancellations.amount.times(-1) },
  };
}

/** The start of a page: an instant, and the number of rows to skip from there. */
interface Start {
  readonly from?: Date;
  readonly before?: Date;
  readonly offset: number;
}

/** Skips whole months, so that a page far away is found without reading those before it. */
export function startOfPage(months: readonly MonthCounts[], direction: 'asc' | 'desc', offset: number): Start {
  const [...left] = direction === 'asc' ? months : months.toReversed();
  let rest = offset;
  let [first] = left;
  while (first !== undefined && left.length > 1 && rest >= first.purchases) {
    rest -= first.purchases;
    left.shift();
    [first] = left;
  }
  if (first === undefined || rest === offset) return { offset };
  return direction === 'asc'
    ? { from: startOfDay(first.month), offset: rest }
    : { before: endOfDay(monthOf(first.month).last), offset: rest };
}

/** The number of the purchases of a business, or of one of its stores; of all its time by month as well. */
export async function readPurchaseCounts(
  db: Database,
  businessId: number,
  { storeId, ...period }: Filters,
): Promise<{ readonly counts: Readonly<Record<PurchaseStatus, number>>; readonly months: readonly MonthCounts[] }> {
  const days = daysOf(period);
  if (days.first === undefined && days.last === undefined) {
    const months = await readMonthCounts(db, businessId, storeId);
    const cancelled = months.reduce((total, { cancellations }) => total + cancellations, 0);
    const sold = months.reduce((total, { purchases }) => total + purchases, 0);
    return { counts: { ACTIVE: sold - cancelled, CANCELLED: cancelled }, months };
  }
  const { ACTIVE, CANCELLED } = byStatus(await readPeriodSums(db, { businessId, storeId }, days, 'sold'));
  return { counts: { ACTIVE: ACTIVE.count, CANCELLED: CANCELLED.count }, months: [] };
}

/** The number of purchases that are in no AMC order but rejected ones, by present status. */
export async function countUnordered(
  db: Database,
  businessId: number,
  { storeId, ...period }: Filters,
): Promise<Readonly<Record<PurchaseStatus, number>>> {
  const { unordered, cancelled } = await readUnordered(db, { businessId, storeId }, daysOf(period));
  return { ACTIVE: unordered, CANCELLED: cancelled };
}

/** The number and sum (in euro) of the purchases of a business, or of one of its stores, by present status. */
export async function readSummedTotals(
  db: Database,
  businessId: number,
  { storeId, ...period }: Filters,
): Promise<Readonly<Record<PurchaseStatus, Subtotal>>> {
  return byStatus(await readPeriodSums(db, { businessId, storeId }, daysOf(period), 'sold'));
}

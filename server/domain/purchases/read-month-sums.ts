import { type RawBuilder, sql } from 'kysely';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { type Day, endOfDay, monthOf, startOfDay } from '#contract/rules/dates.ts';
import { money, sum } from '#contract/rules/money.ts';
import { PREPARED } from '#server/database/prepared.ts';
import { withConcurrencyLimit } from '../batches.ts';
import type { Database } from '../context.ts';
import type { Subtotal } from '../ledger/subtotals.ts';
import { toRowId } from '../row-id.ts';

/** The number of sales and of cancellations. */
export interface Counts {
  readonly purchases: number;
  readonly cancellations: number;
}

/** Sales and cancellations; amounts in euro, of cancellations negative. */
export interface Sums extends Counts {
  readonly sold: string;
  readonly cancelled: string;
}

/** The sales of a business in a month, and the cancellations made in it. */
export interface MonthCounts extends Counts {
  /** The first day. */
  readonly month: Day;
}

const COUNTS = sql`sum(purchases)::int as purchases, sum(cancellations)::int as cancellations`;
const SUMS = sql`${COUNTS}, sum(sold) as sold, sum(cancelled) as cancelled`;

/**
 * What the worker has kept of a business or of one of its stores (design §4), with the entries that it has not added
 * yet. It is one statement, so it sees one state of the data.
 */
function byMonth<Row>(columns: RawBuilder<unknown>, businessId: number, storeId: number | undefined): RawBuilder<Row> {
  const ofStore = storeId === undefined ? sql`true` : sql`store_id = ${toRowId(storeId)}`;
  // The index has what is kept by month, so each month is added up without sorting.
  return sql`
    select month, ${columns}
    from (
      select month, ${columns} from monthly_spending where business_id = ${businessId} and ${ofStore} group by month
      union all
      select month, ${columns}
      from spending_change join spending_entry using (purchase_id, is_cancellation)
      where seller_id = ${businessId} and ${ofStore} and spending_entry.purchase_id = any(
        array(select purchase_id from spending_change where seller_id = ${businessId})
      )
      group by month
    ) part
    group by month order by month ${PREPARED}`;
}

/** The sums of a business by month, or of one of its stores. */
export async function readMonthSums(db: Database, businessId: number, storeId?: number): Promise<readonly Sums[]> {
  const read = byMonth<Sums>(SUMS, businessId, storeId);
  return (await withConcurrencyLimit('long', () => read.execute(db))).rows;
}

/** The numbers alone: amounts take as long again to add up. */
export async function readMonthCounts(
  db: Database,
  businessId: number,
  storeId?: number,
): Promise<readonly MonthCounts[]> {
  const read = byMonth<MonthCounts>(COUNTS, businessId, storeId);
  return (await withConcurrencyLimit('page', () => read.execute(db))).rows;
}

/** The number of purchases by present status. */
export function countsOf(sums: readonly Counts[]): Readonly<Record<PurchaseStatus, number>> {
  const cancellations = sums.reduce((total, part) => total + part.cancellations, 0);
  const purchases = sums.reduce((total, part) => total + part.purchases, 0);
  return { ACTIVE: purchases - cancellations, CANCELLED: cancellations };
}

/** The number and sum of the purchases by present status. */
export function totalsOf(sums: readonly Sums[]): Readonly<Record<PurchaseStatus, Subtotal>> {
  const counts = countsOf(sums);
  const cancelled = sum(sums.map((part) => money(part.cancelled)));
  const sold = sum(sums.map((part) => money(part.sold)));
  return {
    ACTIVE: { count: counts.ACTIVE, amount: sold.plus(cancelled) },
    CANCELLED: { count: counts.CANCELLED, amount: cancelled.times(-1) },
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

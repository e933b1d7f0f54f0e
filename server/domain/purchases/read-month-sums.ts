import { sql } from 'kysely';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { type Day, endOfDay, monthOf, startOfDay } from '#contract/rules/dates.ts';
import { money, sum } from '#contract/rules/money.ts';
import { withConcurrencyLimit } from '../batches.ts';
import type { Database } from '../context.ts';
import type { Subtotal } from '../ledger/subtotals.ts';
import { toRowId } from '../row-id.ts';

/** Sales and cancellations; amounts in euro, of cancellations negative. */
export interface Sums {
  readonly purchases: number;
  readonly sold: string;
  readonly cancellations: number;
  readonly cancelled: string;
}

/** The sales of a business in a month, and the cancellations made in it. */
export interface MonthSums extends Sums {
  /** The first day. */
  readonly month: Day;
}

/**
 * The sums of a business by month, or of one of its stores: those that the worker keeps (design §4), with the entries
 * that it has not added yet. It is one statement, so it sees one state of the data.
 */
export async function readMonthSums(
  db: Database,
  businessId: number,
  storeId: number | undefined,
  kind: 'page' | 'long',
): Promise<readonly MonthSums[]> {
  const ofStore = storeId === undefined ? sql`true` : sql`store_id = ${toRowId(storeId)}`;
  const read = sql<MonthSums>`
    select month, sum(purchases)::int as purchases, sum(sold) as sold, sum(cancellations)::int as cancellations,
      sum(cancelled) as cancelled
    from (
      select month, purchases, sold, cancellations, cancelled from monthly_spending
      where business_id = ${businessId} and ${ofStore}
      union all
      select month, purchases, sold, cancellations, cancelled
      from spending_change join spending_entry using (purchase_id, is_cancellation)
      where seller_id = ${businessId} and ${ofStore} and spending_entry.purchase_id = any(
        array(select purchase_id from spending_change where seller_id = ${businessId})
      )
    ) entry
    group by month order by month`;
  return (await withConcurrencyLimit(kind, () => read.execute(db))).rows;
}

/** The number of purchases by present status. Amounts are not read: one may be invalid. */
export function countsOf(sums: readonly Sums[]): Readonly<Record<PurchaseStatus, number>> {
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
export function startOfPage(months: readonly MonthSums[], direction: 'asc' | 'desc', offset: number): Start {
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

import { type RawBuilder, sql } from 'kysely';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { type Day, dayOfRequest, endOfDay, monthOf, startOfDay } from '#contract/rules/dates.ts';
import { money, sum } from '#contract/rules/money.ts';
import { PREPARED } from '#server/database/pool.ts';
import { toRowId } from '#server/database/queries.ts';
import {
  type Days,
  isSoldBy,
  orderedOfPeriod,
  salesOfPeriod,
  type SalesParties,
} from '#server/ledger/sales-of-period.ts';
import type { Subtotal } from '#server/ledger/subtotals.ts';
import { withConcurrencyLimit } from '#server/limiter.ts';
import type { Database } from '#server/services.ts';

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
async function readMonthSums(db: Database, businessId: number, storeId?: number): Promise<readonly Sums[]> {
  const read = byMonth<Sums>(SUMS, businessId, storeId);
  return (await withConcurrencyLimit('long', () => read.execute(db))).rows;
}

/** The numbers alone: amounts take as long again to add up. */
async function readMonthCounts(db: Database, businessId: number, storeId?: number): Promise<readonly MonthCounts[]> {
  const read = byMonth<MonthCounts>(COUNTS, businessId, storeId);
  return (await withConcurrencyLimit('page', () => read.execute(db))).rows;
}

/** The number of purchases by present status. */
function countsOf(sums: readonly Counts[]): Readonly<Record<PurchaseStatus, number>> {
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

/** One row: the purchases that were made in a period and cancelled since. */
function cancelledSince(parties: SalesParties, days: Days): RawBuilder<unknown> {
  return sql`(
    select count(*)::int as cancellations, coalesce(-sum(items_amount), 0) as cancelled
    from purchase where cancelled_at is not null and ${isSoldBy(parties, days)}
  )`;
}

async function readSums<Row>(db: Database, kind: 'page' | 'long', query: RawBuilder<Row>): Promise<Row> {
  const { rows } = await withConcurrencyLimit(kind, () => query.execute(db));
  const [row] = rows;
  if (!row) throw new Error('A sum is always a row.');
  return row;
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

const isUnlimited = ({ first, last }: Days) => first === undefined && last === undefined;

function readSumsOfPeriod(db: Database, kind: 'page' | 'long', parties: SalesParties, days: Days): Promise<Sums> {
  const ofPeriod = sql<Sums>`
    select purchases::int, sold, cancellations, cancelled
    from ${salesOfPeriod(parties, days)} sale cross join ${cancelledSince(parties, days)} back`;
  return readSums(db, kind, ofPeriod);
}

/** The sums of the purchases of a business, or of one of its stores. Without a period they are by month. */
export async function readPurchaseSums(
  db: Database,
  businessId: number,
  { storeId, ...period }: Filters,
): Promise<readonly Sums[]> {
  const days = daysOf(period);
  if (isUnlimited(days)) return readMonthSums(db, businessId, storeId);
  return [await readSumsOfPeriod(db, 'long', { businessId, storeId }, days)];
}

/** The number of the purchases of a business, or of one of its stores; of all its time by month as well. */
export async function readPurchaseCounts(
  db: Database,
  businessId: number,
  { storeId, ...period }: Filters,
): Promise<{ readonly counts: Readonly<Record<PurchaseStatus, number>>; readonly months: readonly MonthCounts[] }> {
  const days = daysOf(period);
  if (isUnlimited(days)) {
    const months = await readMonthCounts(db, businessId, storeId);
    return { counts: countsOf(months), months };
  }
  const sums = await readSumsOfPeriod(db, 'page', { businessId, storeId }, days);
  return { counts: countsOf([sums]), months: [] };
}

/** The number of purchases that are in no AMC order but rejected ones, by present status. */
export function countUnordered(
  db: Database,
  businessId: number,
  { storeId, ...period }: Filters,
): Promise<Readonly<Record<PurchaseStatus, number>>> {
  const days = daysOf(period);
  const parties = { businessId, storeId };
  // Only active purchases are in such an order. A kept figure that is wrong must not stop a shop from ordering.
  const query = sql<Readonly<Record<PurchaseStatus, number>>>`
    select greatest(sale.purchases - cancellations - ordered.purchases, 0)::int as "ACTIVE", cancellations as "CANCELLED"
    from ${salesOfPeriod(parties, days)} sale cross join ${cancelledSince(parties, days)} back
      cross join ${orderedOfPeriod(parties, days)} ordered`;
  return readSums(db, 'page', query);
}

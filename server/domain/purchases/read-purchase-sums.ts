import { type RawBuilder, sql } from 'kysely';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { dayOfRequest } from '#contract/rules/dates.ts';
import { withConcurrencyLimit } from '../batches.ts';
import type { Database } from '../context.ts';
import { type Days, type SalesParties, isSoldBy, orderedOfPeriod, salesOfPeriod } from '../spending/sales-of-period.ts';
import { type MonthCounts, type Sums, countsOf, readMonthCounts, readMonthSums } from './read-month-sums.ts';

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

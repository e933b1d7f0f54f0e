import { type RawBuilder, sql } from 'kysely';
import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import { dayOfRequest } from '#contract/rules/dates.ts';
import { withConcurrencyLimit } from '../batches.ts';
import type { Database } from '../context.ts';
import { type Days, type SalesParties, isSoldBy, orderedOfPeriod, salesOfPeriod } from '../spending/sales-of-period.ts';
import { type MonthSums, type Sums, readMonthSums } from './read-month-sums.ts';

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

/**
 * The sums of the purchases of a business, or of one of its stores. Without a period they are by month.
 * @param kind of the work: for a page of a list, or for totals
 */
export async function readPurchaseSums(
  db: Database,
  businessId: number,
  { storeId, dateStart, dateEnd }: Filters,
  kind: 'page' | 'long',
): Promise<{ readonly sums: readonly Sums[]; readonly months: readonly MonthSums[] }> {
  const days = daysOf({ dateStart, dateEnd });
  if (days.first === undefined && days.last === undefined) {
    const months = await readMonthSums(db, businessId, storeId, kind);
    return { sums: months, months };
  }
  const parties = { businessId, storeId };
  const ofPeriod = sql<Sums>`
    select purchases::int, sold, cancellations, cancelled
    from ${salesOfPeriod(parties, days)} sale cross join ${cancelledSince(parties, days)} back`;
  return { sums: [await readSums(db, kind, ofPeriod)], months: [] };
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

import { sql } from 'kysely';
import { type Day, dayOfRequest } from '#contract/rules/dates.ts';
import { withConcurrencyLimit } from '../batches.ts';
import type { Database } from '../context.ts';
import { type Days, type SalesParties, isSoldBy, salesOfPeriod } from '../spending/sales-of-period.ts';
import { type MonthSums, type Sums, readMonthSums } from './read-month-sums.ts';

/** The sums of purchases that were made in a period and of those that were cancelled since, from one statement. */
async function readPeriodSums(db: Database, parties: SalesParties, days: Days, kind: 'page' | 'long'): Promise<Sums> {
  const read = sql<Sums>`
    select purchases::int, sold, cancellations, cancelled
    from ${salesOfPeriod(parties, days)} sale cross join (
      select count(*)::int as cancellations, coalesce(-sum(items_amount), 0) as cancelled
      from purchase where cancelled_at is not null and ${isSoldBy(parties, days)}
    ) back`;
  const { rows } = await withConcurrencyLimit(kind, () => read.execute(db));
  const [sums] = rows;
  if (!sums) throw new Error('A sum is always a row.');
  return sums;
}

interface Filters {
  readonly storeId?: number | undefined;
  readonly dateStart?: string | undefined;
  readonly dateEnd?: string | undefined;
}

const dayOf = (value: string | undefined): Day | undefined => (value ? dayOfRequest(value) : undefined);

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
  const days = { first: dayOf(dateStart), last: dayOf(dateEnd) };
  if (days.first === undefined && days.last === undefined) {
    const months = await readMonthSums(db, businessId, storeId, kind);
    return { sums: months, months };
  }
  return { sums: [await readPeriodSums(db, { businessId, storeId }, days, kind)], months: [] };
}

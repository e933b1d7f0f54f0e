import type { PurchaseStatus } from '#contract/calls/purchases.ts';
import { dayOfRequest } from '#contract/rules/dates.ts';
import { type Days, type PeriodSums, readPeriodSums, readUnordered, type Subtotal } from '#server/ledger/sums.ts';
import type { Database } from '#server/services.ts';

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

/** The number and sum of the purchases by present status. */
function byStatus({ purchases, cancellations }: PeriodSums): Readonly<Record<PurchaseStatus, Subtotal>> {
  return {
    ACTIVE: { count: purchases.count - cancellations.count, amount: purchases.amount.plus(cancellations.amount) },
    CANCELLED: { count: cancellations.count, amount: cancellations.amount.times(-1) },
  };
}

/** The number of purchases that are in no AMC order but rejected ones, by present status. */
export async function countUnordered(
  db: Database,
  businessId: number,
  { storeId, ...period }: Filters,
): Promise<Readonly<Record<PurchaseStatus, Pick<Subtotal, 'count'>>>> {
  const { unordered, cancelled } = await readUnordered(db, { businessId, storeId }, daysOf(period));
  return { ACTIVE: { count: unordered }, CANCELLED: { count: cancelled } };
}

/** The number and sum (in euro) of the purchases of a business, or of one of its stores, by present status. */
export async function readSummedTotals(
  db: Database,
  businessId: number,
  { storeId, ...period }: Filters,
): Promise<Readonly<Record<PurchaseStatus, Subtotal>>> {
  return byStatus(await readPeriodSums(db, { businessId, storeId }, daysOf(period), 'sold'));
}

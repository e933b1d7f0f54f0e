import { type Day, monthOf } from '#contract/rules/dates.ts';
import type { Database } from '../context.ts';
import { toRowId } from '../row-id.ts';
import { selectClosings, toClosing } from './select-closings.ts';

/** A closed month as a bill shows it. */
export interface ClosedMonth {
  readonly month: Day;
  readonly closedAt: Date;
  /** The number of rows that the control total covers. */
  readonly rows: number;
  readonly controlTotal: string;
}

/**
 * The closed months that lie completely in the period, oldest first: of one business, or the closings of all businesses
 * when none is named.
 */
export async function readClosedMonths(
  db: Database,
  parties: { readonly aslId: number; readonly businessId: number | undefined },
  { first, last }: { readonly first: Day; readonly last: Day },
): Promise<readonly ClosedMonth[]> {
  const { aslId, businessId } = parties;
  const rows = await selectClosings(db)
    .where('month_closing.asl_id', '=', toRowId(aslId))
    .where(
      'month_closing.business_id',
      businessId === undefined ? 'is' : '=',
      businessId === undefined ? null : toRowId(businessId),
    )
    .where('month', '>=', first)
    .where('month', '<=', last)
    .orderBy('month')
    .execute();
  return rows
    .map(toClosing)
    .filter(({ month }) => monthOf(month).last <= last)
    .map(({ month, closedAt, figures: { purchases, cancellations, corrections, controlTotal } }) => {
      return { month, closedAt, rows: purchases.count + cancellations.count + corrections.count, controlTotal };
    });
}

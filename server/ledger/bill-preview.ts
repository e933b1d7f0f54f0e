import { endOfDay, toOffsetTimestamp } from '#contract/rules/dates.ts';
import { money, type Money, toWire, ZERO } from '#contract/rules/money.ts';
import { withConcurrencyLimit } from '#server/limiter.ts';
import type { Principal, Services } from '#server/services.ts';
import { type BillRequest, billScope, selectOwed } from './bill.ts';
import { type ClosedMonth, readClosedMonths } from './closings.ts';
import { salesOfPeriod } from './sales-of-period.ts';
import { serializeSubtotal, type Subtotal } from './subtotals.ts';

/** The totals that the documents of a bill would show. Cancellations and corrections are negative. Sums in euro. */
export interface BillPreview {
  readonly purchases: Subtotal;
  readonly cancellations: Subtotal;
  readonly corrections: Subtotal;
  readonly total: Money;
  readonly isPeriodOver: boolean;
  /** The closed months of the period (rules §9). */
  readonly closedMonths: readonly ClosedMonth[];
}

/** PostgreSQL returns counts as text, and null as the sum of no rows. */
function subtotal(count: string, amount: string | null, sign: 1 | -1): Subtotal {
  return { count: Number(count), amount: amount === null ? ZERO : money(amount).times(sign) };
}

/**
 * The counts and sums of a bill, from one statement.
 * @throws DomainError as `billScope`
 */
export async function readBillTotals(
  services: Services,
  principal: Principal,
  request: BillRequest,
): Promise<BillPreview> {
  const scope = await billScope(services, principal, request);
  const { from, isPeriodOver, aslId, businessId, period } = scope;
  const closedMonths = await readClosedMonths(services.db, { aslId, businessId }, period);
  const sales = salesOfPeriod({ aslId, businessId }, period);
  const back = selectOwed(services.db, scope)
    .where('cancelled_at', '>=', from)
    // Until now, as the sales, if the period is not over.
    .where('cancelled_at', '<', endOfDay(period.last))
    .select(({ fn }) => [
      fn.countAll<string>().filterWhere('created_at', '>=', from).as('cancellations'),
      fn.sum<string | null>('items_amount').filterWhere('created_at', '>=', from).as('cancelled'),
      fn.countAll<string>().filterWhere('created_at', '<', from).as('corrections'),
      fn.sum<string | null>('items_amount').filterWhere('created_at', '<', from).as('corrected'),
    ]);
  const totals = services.db.selectFrom([sales.as('sale'), back.as('back')]).selectAll();
  const row = await withConcurrencyLimit('long', () => totals.executeTakeFirstOrThrow());
  const purchases = subtotal(row.purchases, row.sold, 1);
  const cancellations = subtotal(row.cancellations, row.cancelled, -1);
  const corrections = subtotal(row.corrections, row.corrected, -1);
  const total = purchases.amount.plus(cancellations.amount).plus(corrections.amount);
  return { purchases, cancellations, corrections, total, isPeriodOver, closedMonths };
}

export function serializeBillPreview(from: BillPreview) {
  const { purchases, cancellations, corrections, total, isPeriodOver, closedMonths } = from;
  return {
    purchases: serializeSubtotal(purchases),
    cancellations: serializeSubtotal(cancellations),
    corrections: serializeSubtotal(corrections),
    total: toWire(total),
    isPeriodOver,
    closedMonths: closedMonths.map(({ closedAt, ...closed }) => ({
      ...closed,
      closeTime: toOffsetTimestamp(closedAt),
    })),
  };
}

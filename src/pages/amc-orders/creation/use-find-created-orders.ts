import { searchAmcOrders } from '#contract/calls/amc-orders.ts';
import type { AmcOrder } from '#contract/entities/amc-order.ts';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { ZERO, sum } from '#contract/rules/money.ts';
import { isRefused } from '#src/hooks/two-phase-command/verify-outcome.ts';
import { useLazyCall } from '#src/hooks/use-lazy-call.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';

/** Number of newest orders to read, one page (§9). There is one order for each store and payer. */
const NEWEST = 20;
/** A server may drop the fractions of a second of an order's date. */
const PRECISION_MS = 1000;

/**
 * Finds the orders that were created from these purchases at this instant: the request contains it, and the orders have
 * it (§7). Empty if the server refuses the read.
 * @throws ApiError if the server does not answer
 */
export function useFindCreatedOrders(): (
  purchases: readonly PurchaseHeading[],
  orderedAt: Date,
  signal: AbortSignal,
) => Promise<readonly AmcOrder[]> {
  const fetchOrders = useLazyCall(searchAmcOrders);
  return async (purchases, orderedAt, signal) => {
    const day = romeDay(orderedAt);
    const query = { dateStart: day, dateEnd: day, page: 0, size: NEWEST, sort: 'createTime,desc' };
    const isThen = ({ orderDate }: AmcOrder) =>
      orderDate !== undefined && Math.abs(Date.parse(orderDate) - orderedAt.getTime()) < PRECISION_MS;
    try {
      const { orders } = await fetchOrders({ query }, { alerts: 'expiry-only', timeout: timeLimits.question, signal });
      const created = orders.filter(isThen);
      const ordered = sum(created.map(({ amount }) => amount ?? ZERO));
      return ordered.eq(sum(purchases.map(({ itemsAmount }) => itemsAmount))) ? created : [];
    } catch (error) {
      if (isRefused(error)) return [];
      throw error;
    }
  };
}

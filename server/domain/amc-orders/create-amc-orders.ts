import { writeAudit } from '../audit/write-audit.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import type { AmcOrder } from './amc-order.ts';
import { DomainError } from '../domain-error.ts';
import { requireUser } from '../reference/require-store.ts';
import { lockPurchases } from './lock-purchases.ts';
import { recordOrders } from './record-orders.ts';
import { selectAmcOrders, toAmcOrder } from './select-amc-orders.ts';

/** The parameters of an order (§7). */
interface AmcOrderRequest {
  readonly purchasesIds: readonly number[];
  /** The order time that the shop gives. */
  readonly orderDate: Date;
}

/** The maximum difference between the shop's clock and the server's clock, in ms: two days (rules §1). */
const MAX_DEVIATION_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * Orders purchases of the active business, one order for each store and payer, all or none. Orders, links, outbox and
 * audit are written in one transaction (rules §7).
 * @param answer creates the response; if it throws, nothing is ordered
 * @throws DomainError INVALID_REQUEST for an order date that is too far from now, and as `lockPurchases`
 * and `requireUser`
 */
export async function createAmcOrders<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  { purchasesIds, orderDate }: AmcOrderRequest,
  answer: (orders: readonly AmcOrder[]) => Answer,
): Promise<Answer> {
  if (Math.abs(orderDate.getTime() - services.now().getTime()) > MAX_DEVIATION_MS) {
    throw new DomainError('INVALID_REQUEST', { field: 'orderDate' });
  }
  return services.db.transaction().execute(async (trx) => {
    const purchases = await lockPurchases(trx, principal, purchasesIds);
    await requireUser(trx, principal);
    const at = services.now();
    const ids = await recordOrders(trx, principal, purchases, { orderedAt: orderDate, at });
    const rows = await selectAmcOrders(trx).where('amc_order_id', 'in', ids).orderBy('amc_order_id').execute();
    await writeAudit(trx, {
      at,
      action: 'AMC_ORDERS_CREATED',
      by: principal,
      details: {
        purchases: purchases.length,
        orders: rows.map(({ amc_order_id: amcOrderId, amount }) => ({ amcOrderId, amount })),
      },
    });
    return answer(rows.map(toAmcOrder));
  });
}

import { writeAudit } from '../audit/write-audit.ts';
import type { BusinessCaller, Services } from '../context.ts';
import type { AmcOrder } from './amc-order.ts';
import { lockPurchases } from './lock-purchases.ts';
import { recordOrders } from './record-orders.ts';
import { selectAmcOrders, toAmcOrder } from './select-amc-orders.ts';

/** What is ordered (§7). */
interface AmcOrderRequest {
  readonly purchasesIds: readonly number[];
  /** When the shop says it orders. */
  readonly orderDate: Date;
}

/**
 * Orders purchases of the active business, one order for each store and payer, all or none: orders, links, outbox and
 * audit in one transaction (decisions §7).
 * @throws DomainError as `lockPurchases`
 */
export function createAmcOrders(
  services: Services,
  caller: BusinessCaller,
  { purchasesIds, orderDate }: AmcOrderRequest,
): Promise<readonly AmcOrder[]> {
  return services.db.transaction().execute(async (trx) => {
    const purchases = await lockPurchases(trx, caller, purchasesIds);
    const at = services.now();
    const ids = await recordOrders(trx, caller, purchases, { orderedAt: orderDate, at });
    const rows = await selectAmcOrders(trx).where('amc_order_id', 'in', ids).orderBy('amc_order_id').execute();
    await writeAudit(trx, {
      at,
      action: 'AMC_ORDERS_CREATED',
      userId: caller.userId,
      businessId: caller.businessId,
      details: {
        purchases: purchases.length,
        orders: rows.map(({ amc_order_id: amcOrderId, amount }) => ({ amcOrderId, amount })),
      },
    });
    return rows.map(toAmcOrder);
  });
}

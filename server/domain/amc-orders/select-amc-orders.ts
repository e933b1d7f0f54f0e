import { money } from '#contract/rules/money.ts';
import type { Database } from '../context.ts';
import type { AmcOrder } from './amc-order.ts';

function fromOrders(db: Database) {
  return db.selectFrom('amc_order');
}

/** Adds the columns of a list to a query for orders. */
export function withListColumns(orders: ReturnType<typeof fromOrders>) {
  return orders
    .innerJoin('parties', 'parties.parties_id', 'amc_order.parties_id')
    .select(['amc_order_id', 'business_id', 'company_name', 'store_code', 'store_name', 'district_code'])
    .select(['amc_order.asl_id', 'asl_name'])
    .select(['ordered_at', 'amount', 'esb_status', 'esb_reason']);
}

/** Selects orders with the columns of a list. */
export function selectAmcOrders(db: Database) {
  return withListColumns(fromOrders(db));
}

export type AmcOrderRow = Awaited<ReturnType<ReturnType<typeof selectAmcOrders>['execute']>>[number];

export function toAmcOrder(row: AmcOrderRow): AmcOrder {
  return {
    amcOrderId: row.amc_order_id,
    businessId: row.business_id,
    businessName: row.company_name,
    storeCode: row.store_code,
    storeName: row.store_name,
    asl: { aslId: row.asl_id, name: row.asl_name },
    districtCode: row.district_code,
    orderedAt: row.ordered_at,
    amount: money(row.amount),
    esbStatus: row.esb_status,
    esbReason: row.esb_reason,
  };
}

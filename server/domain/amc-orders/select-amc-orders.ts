import { money } from '#contract/rules/money.ts';
import type { Database } from '../context.ts';
import type { AmcOrder } from './amc-order.ts';

/** Selects orders with all that a list shows of them. */
export function selectAmcOrders(db: Database) {
  return db
    .selectFrom('amc_order')
    .innerJoin('business', 'business.business_id', 'amc_order.business_id')
    .innerJoin('store', 'store.store_id', 'amc_order.store_id')
    .innerJoin('asl', 'asl.asl_id', 'amc_order.asl_id')
    .select(['amc_order_id', 'business.business_id', 'company_name'])
    .select(['store.code as store_code', 'store.name as store_name', 'district_code'])
    .select(['asl.asl_id', 'asl.name as asl_name'])
    .select(['ordered_at', 'amount', 'esb_status', 'esb_reason']);
}

type AmcOrderRow = Awaited<ReturnType<ReturnType<typeof selectAmcOrders>['execute']>>[number];

/** A selected row as an order. */
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

import type { Principal, Services } from '../context.ts';
import { mapBatches } from '../map-batches.ts';
import { type FilterNames, readFilterNames } from '../reference/read-filter-names.ts';
import { type Requester, readRequester } from '../reference/read-requester.ts';
import type { ValidRows } from '../valid-rows.ts';
import type { AmcOrder } from './amc-order.ts';
import { NO_SUBTOTAL, addToSubtotal } from '../ledger/subtotals.ts';
import type { OrderListTotals } from './read-order-totals.ts';
import { type AmcOrderFilters, searchAmcOrders } from './search-amc-orders.ts';

/** The totals of the orders read so far. */
interface ReadTotals extends OrderListTotals {
  /** The number of orders left out because their stored values are invalid. */
  readonly leftOut: number;
}

/** All orders that match a search. */
export interface OrderList {
  readonly madeAt: Date;
  readonly requester: Requester;
  readonly filters: AmcOrderFilters;
  readonly filterNames: FilterNames;
  /** Newest first, in batches; it can be read once. */
  readonly orders: AsyncIterable<readonly AmcOrder[]>;
  /** The totals of the orders read so far. */
  readonly totals: () => ReadTotals;
}

function withBatch({ valid, rejected, leftOut }: ReadTotals, { rows, unreadable }: ValidRows<AmcOrder>): ReadTotals {
  const isRejected = ({ esbStatus }: AmcOrder) => esbStatus === 'REJECTED';
  return {
    valid: rows.filter((order) => !isRejected(order)).reduce(addToSubtotal, valid),
    rejected: rows.filter(isRejected).reduce(addToSubtotal, rejected),
    leftOut: leftOut + unreadable.length,
  };
}

/**
 * The orders that the principal may see and that match all filters, for a document.
 * @param signal ends the reading
 * @throws DomainError as `scopeOf`
 */
export async function readOrderList(
  services: Services,
  principal: Principal,
  filters: AmcOrderFilters,
  signal: AbortSignal,
): Promise<OrderList> {
  const madeAt = services.now();
  const requester = await readRequester(services.db, principal);
  const filterNames = await readFilterNames(services.db, filters);
  const { batches } = await searchAmcOrders(services, principal, { ...filters, size: Infinity }, signal);
  let totals: ReadTotals = { valid: NO_SUBTOTAL, rejected: NO_SUBTOTAL, leftOut: 0 };

  const orders = mapBatches(batches, (batch) => {
    totals = withBatch(totals, batch);
    return batch.rows;
  });
  return { madeAt, requester, filters, filterNames, orders, totals: () => totals };
}

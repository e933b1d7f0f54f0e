import { sum } from '#contract/rules/money.ts';
import type { Principal, Services } from '../context.ts';
import type { ValidRows } from '../valid-rows.ts';
import { type FilterNames, readFilterNames } from '../reference/read-filter-names.ts';
import { type Requester, readRequester } from '../reference/read-requester.ts';
import type { AmcOrder } from './amc-order.ts';
import { NO_SUBTOTAL, type Subtotal } from '../ledger/subtotals.ts';
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

function plus({ count, amount }: Subtotal, orders: readonly AmcOrder[]): Subtotal {
  return { count: count + orders.length, amount: amount.plus(sum(orders.map((order) => order.amount))) };
}

function withBatch({ valid, rejected, leftOut }: ReadTotals, { rows, unreadable }: ValidRows<AmcOrder>): ReadTotals {
  const isRejected = ({ esbStatus }: AmcOrder) => esbStatus === 'REJECTED';
  return {
    valid: plus(
      valid,
      rows.filter((order) => !isRejected(order)),
    ),
    rejected: plus(rejected, rows.filter(isRejected)),
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

  async function* read() {
    for await (const batch of batches) {
      totals = withBatch(totals, batch);
      yield batch.rows;
    }
  }

  return { madeAt, requester, filters, filterNames, orders: read(), totals: () => totals };
}

import { ZERO, money, sum } from '#contract/rules/money.ts';
import { withConcurrencyLimit } from '../batches.ts';
import type { Principal, Services } from '../context.ts';
import type { Subtotal } from '../ledger/subtotals.ts';
import { scopeOf } from '../scope.ts';
import { type AmcOrderFilters, selectFound } from './search-amc-orders.ts';

/**
 * The totals of orders. Rejected orders are counted separately, because their purchases may be ordered again (rules
 * §7).
 */
export interface OrderListTotals {
  readonly valid: Subtotal;
  readonly rejected: Subtotal;
}

/**
 * The number and sum of the orders that the principal may see and that match all filters.
 * @throws DomainError as `scopeOf`
 */
export async function readOrderTotals(
  { db }: Services,
  principal: Principal,
  filters: AmcOrderFilters,
): Promise<OrderListTotals> {
  const totals = selectFound(db, scopeOf(principal, filters), filters)
    .select(({ fn }) => [
      'esb_status' as const,
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('amount').as('amount'),
    ])
    .groupBy('esb_status');
  const rows = await withConcurrencyLimit('long', () => totals.execute());
  const of = (isRejected: boolean): Subtotal => {
    const own = rows.filter((row) => (row.esb_status === 'REJECTED') === isRejected);
    return {
      count: own.reduce((total, { count }) => total + Number(count), 0),
      amount: sum(own.map(({ amount }) => (amount === null ? ZERO : money(amount)))),
    };
  };
  return { valid: of(false), rejected: of(true) };
}

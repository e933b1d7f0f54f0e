import { ZERO, money, sum } from '#contract/rules/money.ts';
import { inTurn } from '../batches.ts';
import type { Principal, Services } from '../context.ts';
import type { Subtotal } from '../ledger/subtotals.ts';
import { scopeOf } from '../scope.ts';
import { type AmcOrderFilters, selectFound } from './search-amc-orders.ts';

/** The purchases of rejected orders may be ordered again: they count apart (rules §7). */
export interface OrderListTotals {
  readonly valid: Subtotal;
  readonly rejected: Subtotal;
}

/**
 * How many orders that the principal may see pass every filter, and their sums.
 * @throws DomainError as `scopeOf`
 */
export async function readOrderTotals(
  { db }: Services,
  principal: Principal,
  filters: AmcOrderFilters,
): Promise<OrderListTotals> {
  const totals = selectFound(db, scopeOf(principal, filters), filters)
    .clearSelect()
    .select(({ fn }) => [
      'esb_status' as const,
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('amount').as('amount'),
    ])
    .groupBy('esb_status');
  const rows = await inTurn(() => totals.execute());
  const of = (isRejected: boolean): Subtotal => {
    const own = rows.filter((row) => (row.esb_status === 'REJECTED') === isRejected);
    return {
      count: own.reduce((total, { count }) => total + Number(count), 0),
      amount: sum(own.map(({ amount }) => (amount === null ? ZERO : money(amount)))),
    };
  };
  return { valid: of(false), rejected: of(true) };
}

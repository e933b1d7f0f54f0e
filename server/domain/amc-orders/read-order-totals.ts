import { type Money, ZERO, money, sum } from '#contract/rules/money.ts';
import type { Caller, Services } from '../context.ts';
import { scopeOf } from '../scope.ts';
import { type AmcOrderFilters, selectFound } from './search-amc-orders.ts';

/** How many orders, and their sum in euro. */
export interface OrderSubtotal {
  readonly count: number;
  readonly amount: Money;
}

/** The purchases of rejected orders may be ordered again: they count apart (decisions §7). */
export interface OrderListTotals {
  readonly valid: OrderSubtotal;
  readonly rejected: OrderSubtotal;
}

/**
 * How many orders that the caller may see pass every filter, and their sums.
 * @throws DomainError as `scopeOf`
 */
export async function readOrderTotals(
  { db }: Services,
  caller: Caller,
  filters: AmcOrderFilters,
): Promise<OrderListTotals> {
  const rows = await selectFound(db, scopeOf(caller, filters), filters)
    .clearSelect()
    .select(({ fn }) => [
      'esb_status' as const,
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('amount').as('amount'),
    ])
    .groupBy('esb_status')
    .execute();
  const of = (isRejected: boolean): OrderSubtotal => {
    const own = rows.filter((row) => (row.esb_status === 'REJECTED') === isRejected);
    return {
      count: own.reduce((total, { count }) => total + Number(count), 0),
      amount: sum(own.map(({ amount }) => (amount === null ? ZERO : money(amount)))),
    };
  };
  return { valid: of(false), rejected: of(true) };
}

import { type Money, sum } from '#contract/rules/money.ts';
import type { Entry } from './entry.ts';

/** How many entries there are, and their sum in euro. */
export interface Subtotal {
  readonly count: number;
  readonly amount: Money;
}

/** Sales and cancellations apart, and what remains in euro. */
export interface Balance {
  readonly sales: Subtotal;
  readonly cancellations: Subtotal;
  readonly net: Money;
}

/** Counts the entries and sums them. */
export function subtotal(entries: readonly Entry[]): Subtotal {
  return { count: entries.length, amount: sum(entries.map(({ amount }) => amount)) };
}

/** Sums sales and cancellations apart. */
export function balance(entries: readonly Entry[]): Balance {
  const sales = subtotal(entries.filter(({ kind }) => kind === 'SALE'));
  const cancellations = subtotal(entries.filter(({ kind }) => kind === 'CANCELLATION'));
  return { sales, cancellations, net: sales.amount.plus(cancellations.amount) };
}

import { type Money, sum } from '#contract/rules/money.ts';
import type { Entry } from './entry.ts';

/** How many entries there are, and their sum in euro. */
export interface Tally {
  readonly count: number;
  readonly amount: Money;
}

/** Sales and cancellations apart, and what remains in euro. */
export interface Balance {
  readonly sales: Tally;
  readonly cancellations: Tally;
  readonly net: Money;
}

/** Counts the entries and sums them. */
export function tally(entries: readonly Entry[]): Tally {
  return { count: entries.length, amount: sum(entries.map(({ amount }) => amount)) };
}

/** Tallies sales and cancellations apart. */
export function balance(entries: readonly Entry[]): Balance {
  const sales = tally(entries.filter(({ kind }) => kind === 'SALE'));
  const cancellations = tally(entries.filter(({ kind }) => kind === 'CANCELLATION'));
  return { sales, cancellations, net: sales.amount.plus(cancellations.amount) };
}

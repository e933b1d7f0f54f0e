import { type Money, toWire, ZERO } from '#contract/rules/money.ts';
import type { Entry } from './entries.ts';

/** A number of entries and their sum in euro. */
export interface Subtotal {
  readonly count: number;
  readonly amount: Money;
}

/** Sales, cancellations and their total in euro. */
export interface Totals {
  readonly sales: Subtotal;
  readonly cancellations: Subtotal;
  readonly total: Money;
}

export const NO_SUBTOTAL: Subtotal = { count: 0, amount: ZERO };
export const NO_TOTALS: Totals = { sales: NO_SUBTOTAL, cancellations: NO_SUBTOTAL, total: ZERO };

/** Adds an entry, or anything else that has an amount, to a subtotal. */
export function addToSubtotal({ count, amount }: Subtotal, entry: { readonly amount: Money }): Subtotal {
  return { count: count + 1, amount: amount.plus(entry.amount) };
}

/** The subtotal of the entries of both. */
export function addSubtotals(one: Subtotal, other: Subtotal): Subtotal {
  return { count: one.count + other.count, amount: one.amount.plus(other.amount) };
}

/** The totals of the entries of both. */
export function addTotals(one: Totals, other: Totals): Totals {
  return {
    sales: addSubtotals(one.sales, other.sales),
    cancellations: addSubtotals(one.cancellations, other.cancellations),
    total: one.total.plus(other.total),
  };
}

/** Adds up sales and cancellations in place, for a bill has very many. */
export class Totaller {
  private sales = NO_SUBTOTAL;
  private cancellations = NO_SUBTOTAL;

  add(entry: Pick<Entry, 'kind' | 'amount'>): void {
    if (entry.kind === 'PURCHASE') this.sales = addToSubtotal(this.sales, entry);
    else this.cancellations = addToSubtotal(this.cancellations, entry);
  }

  /** The totals of all entries added so far. */
  totals(): Totals {
    const { sales, cancellations } = this;
    return { sales, cancellations, total: sales.amount.plus(cancellations.amount) };
  }
}

export function serializeSubtotal({ count, amount }: Subtotal) {
  return { count, amount: toWire(amount) };
}

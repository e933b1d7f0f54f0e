import { type Money, ZERO } from '#contract/rules/money.ts';
import type { Entry } from './entry.ts';

/** A number of entries and their sum in euro. */
export interface Subtotal {
  readonly count: number;
  readonly amount: Money;
}

/** Sales, cancellations and their balance in euro. */
export interface Balance {
  readonly sales: Subtotal;
  readonly cancellations: Subtotal;
  readonly net: Money;
}

export const NO_SUBTOTAL: Subtotal = { count: 0, amount: ZERO };
export const NO_BALANCE: Balance = { sales: NO_SUBTOTAL, cancellations: NO_SUBTOTAL, net: ZERO };

/** Adds an entry, or anything else that has an amount, to a subtotal. */
export function addToSubtotal({ count, amount }: Subtotal, entry: { readonly amount: Money }): Subtotal {
  return { count: count + 1, amount: amount.plus(entry.amount) };
}

/** The subtotal of the entries of both. */
export function addSubtotals(one: Subtotal, other: Subtotal): Subtotal {
  return { count: one.count + other.count, amount: one.amount.plus(other.amount) };
}

/** Adds up sales and cancellations in place, for a bill has very many. */
export class BalanceTotaller {
  private sales = NO_SUBTOTAL;
  private cancellations = NO_SUBTOTAL;

  add(entry: Pick<Entry, 'kind' | 'amount'>): void {
    if (entry.kind === 'SALE') this.sales = addToSubtotal(this.sales, entry);
    else this.cancellations = addToSubtotal(this.cancellations, entry);
  }

  /** The balance of all entries added so far. */
  balance(): Balance {
    const { sales, cancellations } = this;
    return { sales, cancellations, net: sales.amount.plus(cancellations.amount) };
  }
}

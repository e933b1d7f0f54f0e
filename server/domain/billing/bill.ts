import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import type { ClosedMonth } from '../closings/search-closings.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Balance, Subtotal } from '../ledger/subtotals.ts';
import type { Requester } from '../reference/read-requester.ts';

/** The health authority that pays. */
export interface Payer {
  readonly code: string;
  readonly name: string;
}

/** The company that is paid. */
export interface Payee {
  readonly companyName: string;
  readonly address: string;
  readonly vat: string;
  readonly fiscalCode: string;
}

/** A cancellation of a sale made before the period. */
export type Correction = Pick<Entry, 'at' | 'soldAt' | 'purchaseId' | 'business' | 'store' | 'amount'>;

/** What a bill says besides its entries. Sums in euro. */
export interface BillTotals {
  readonly days: readonly { readonly day: Day; readonly balance: Balance }[];
  readonly stores: readonly {
    readonly business: Entry['business'];
    readonly store: Entry['store'];
    readonly balance: Balance;
  }[];
  readonly businesses: readonly { readonly business: Entry['business']; readonly balance: Balance }[];
  /** Sales of the period and cancellations of sales of the same period. */
  readonly balance: Balance;
  /** The first of the cancellations, in the period, of sales made before it. */
  readonly corrections: readonly Correction[];
  readonly correctionsSubtotal: Subtotal;
  /** The balance and the corrections, by what the vouchers were charged. */
  readonly grandTotal: Money;
  /** The sum of all product lines, which the detail repeats row by row (rules §7). */
  readonly controlTotal: Money;
  readonly lineCount: number;
}

/**
 * What a payer owes a company, or all companies, for a period: sales made in it and cancellations that happened in
 * it, so that the bill of a period that is over never changes (rules §6).
 */
export interface Bill {
  readonly madeAt: Date;
  readonly requester: Requester;
  /** Both days included. */
  readonly period: { readonly first: Day; readonly last: Day };
  /** Whether nothing can be added to the period any more. */
  readonly isPeriodOver: boolean;
  /** Months of the period that are closed for good (rules §9). */
  readonly closedMonths: readonly ClosedMonth[];
  readonly payer: Payer;
  /** None when the bill is of all companies. */
  readonly payee: Payee | null;
  /** Oldest first, batch after batch; to be read once. */
  readonly entries: AsyncIterable<readonly Entry[]>;
  /** Of the entries that have been read. */
  readonly totals: () => BillTotals;
}

import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import type { ClosedMonth } from '../closings/read-closed-months.ts';
import type { Entry } from '../ledger/entry.ts';
import type { Totals, Subtotal } from '../ledger/subtotals.ts';
import type { Requester } from '../reference/read-requester.ts';

export interface Payer {
  readonly code: string;
  readonly name: string;
}

/** The company that receives the payment. */
export interface Payee {
  readonly companyName: string;
  readonly address: string;
  readonly vat: string;
  readonly fiscalCode: string;
}

/** A cancellation of a sale that was made before the period. */
export type Correction = Pick<Entry, 'at' | 'purchasedAt' | 'purchaseId' | 'business' | 'store' | 'amount'>;

/** The totals of a bill. Sums in euro. */
export interface BillTotals {
  readonly days: readonly { readonly day: Day; readonly totals: Totals }[];
  readonly stores: readonly {
    readonly business: Entry['business'];
    readonly store: Entry['store'];
    readonly totals: Totals;
  }[];
  readonly businesses: readonly { readonly business: Entry['business']; readonly totals: Totals }[];
  /** Sales of the period, and cancellations of sales of the same period. */
  readonly ofPeriod: Totals;
  /** The first cancellations in the period of sales made before it. */
  readonly corrections: readonly Correction[];
  readonly correctionsSubtotal: Subtotal;
  /** The total of the period plus the corrections, from the amounts charged to the vouchers. */
  readonly grandTotal: Money;
  /** The sum of all product lines; the detail lists them (rules §7). */
  readonly controlTotal: Money;
  readonly lineCount: number;
}

/**
 * The debt of a payer to one company or to all companies for a period: sales and cancellations made in it. The bill of
 * a past period never changes (rules §6).
 */
export interface Bill {
  readonly madeAt: Date;
  readonly requester: Requester;
  /** Both days are included. */
  readonly period: { readonly first: Day; readonly last: Day };
  /** Whether nothing can be added to the period any more. */
  readonly isPeriodOver: boolean;
  /** The closed months of the period (rules §9). */
  readonly closedMonths: readonly ClosedMonth[];
  readonly payer: Payer;
  /** Null when the bill covers all companies. */
  readonly payee: Payee | null;
  /** Oldest first, in batches; it can be read once. */
  readonly entries: AsyncIterable<readonly Entry[]>;
  /** The totals of the entries read so far. */
  readonly totals: () => BillTotals;
}

import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** How many entries there are, and their sum in euro. */
export interface SubtotalContent {
  readonly count: number;
  readonly amount: Money;
}

/** Sales and cancellations apart, and what remains in euro. */
export interface BalanceContent {
  readonly sales: SubtotalContent;
  readonly cancellations: SubtotalContent;
  readonly net: Money;
}

/** A sale, or the cancellation of one. Negative amounts in a cancellation; euro. */
export interface EntryContent {
  readonly kind: 'SALE' | 'CANCELLATION';
  readonly at: Date;
  readonly soldAt: Date;
  readonly purchaseId: number;
  readonly voucherCode: string;
  readonly business: { readonly companyName: string; readonly vat: string };
  readonly store: { readonly code: string; readonly name: string; readonly city: string };
  readonly lines: readonly {
    readonly productName: string;
    readonly ean1: string;
    readonly manufacturer: string;
    readonly quantity: number;
    readonly unitPrice: Money;
    readonly total: Money;
  }[];
  readonly amount: Money;
}

/** A cancellation of a sale made before the period; euro. */
export type CorrectionContent = Pick<EntryContent, 'at' | 'soldAt' | 'purchaseId' | 'business' | 'store' | 'amount'>;

/** What the bill of a period says besides its entries. Amounts in euro. */
export interface BillTotalsContent {
  readonly days: readonly { readonly day: Day; readonly balance: BalanceContent }[];
  readonly stores: readonly {
    readonly business: EntryContent['business'];
    readonly store: EntryContent['store'];
    readonly balance: BalanceContent;
  }[];
  readonly businesses: readonly {
    readonly business: EntryContent['business'];
    readonly balance: BalanceContent;
  }[];
  readonly balance: BalanceContent;
  /** Cancellations of sales made before the period: the first of them, where they are very many. */
  readonly corrections: readonly CorrectionContent[];
  readonly correctionsSubtotal: SubtotalContent;
  readonly grandTotal: Money;
  /** The sum of all product lines. */
  readonly controlTotal: Money;
  readonly lineCount: number;
}

/** All that the bill of a period says. */
export interface BillContent {
  readonly madeAt: Date;
  readonly requester: { readonly name: string; readonly organisation: string };
  readonly period: { readonly first: Day; readonly last: Day };
  readonly isPeriodOver: boolean;
  /** Months of the period that are closed for good, each with how many rows its control total is of. */
  readonly closedMonths: readonly {
    readonly month: Day;
    readonly closedAt: Date;
    readonly rows: number;
    readonly controlTotal: string;
  }[];
  readonly payer: { readonly code: string; readonly name: string };
  /** None when the bill is of all companies. */
  readonly payee: {
    readonly companyName: string;
    readonly address: string;
    readonly vat: string;
    readonly fiscalCode: string;
  } | null;
  /** Oldest first, batch after batch. */
  readonly entries: AsyncIterable<readonly EntryContent[]>;
  /** Of the entries read so far. */
  readonly totals: () => BillTotalsContent;
}

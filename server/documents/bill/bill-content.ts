import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** A number of entries and their sum in euro. */
export interface SubtotalContent {
  readonly count: number;
  readonly amount: Money;
}

/** Sales, cancellations and their balance in euro. */
export interface BalanceContent {
  readonly sales: SubtotalContent;
  readonly cancellations: SubtotalContent;
  readonly net: Money;
}

/** A sale or a cancellation; the amounts of a cancellation are negative. Amounts in euro. */
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

/** A cancellation of a sale that was made before the period. Amounts in euro. */
export type CorrectionContent = Pick<EntryContent, 'at' | 'soldAt' | 'purchaseId' | 'business' | 'store' | 'amount'>;

/** The totals of a bill. Amounts in euro. */
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
  /** Cancellations of sales made before the period; only the first ones when there are very many. */
  readonly corrections: readonly CorrectionContent[];
  readonly correctionsSubtotal: SubtotalContent;
  readonly grandTotal: Money;
  /** The sum of all product lines. */
  readonly controlTotal: Money;
  readonly lineCount: number;
}

/** The content of a bill. */
export interface BillContent {
  readonly madeAt: Date;
  readonly requester: { readonly name: string; readonly organisation: string };
  readonly period: { readonly first: Day; readonly last: Day };
  readonly isPeriodOver: boolean;
  /** The closed months of the period, each with the number of rows that its control total covers. */
  readonly closedMonths: readonly {
    readonly month: Day;
    readonly closedAt: Date;
    readonly rows: number;
    readonly controlTotal: string;
  }[];
  readonly payer: { readonly code: string; readonly name: string };
  /** Null when the bill covers all companies. */
  readonly payee: {
    readonly companyName: string;
    readonly address: string;
    readonly vat: string;
    readonly fiscalCode: string;
  } | null;
  /** In batches, oldest first. */
  readonly entries: AsyncIterable<readonly EntryContent[]>;
  /** The totals of the entries read so far. */
  readonly totals: () => BillTotalsContent;
}

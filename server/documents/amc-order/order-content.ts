import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import type { CsvEntry } from '../csv/entry-rows.ts';

/** The totals in the documents of an AMC order. Amounts in euro. */
export interface OrderTotalsContent {
  readonly purchaseCount: number;
  readonly days: readonly {
    readonly day: Day;
    readonly subtotal: { readonly count: number; readonly amount: Money };
  }[];
  readonly products: readonly {
    readonly productName: string;
    readonly ean1: string;
    readonly manufacturer: string;
    readonly quantity: number;
    readonly amount: Money;
  }[];
  readonly lineCount: number;
  /** The sum of all product lines. */
  readonly controlTotal: Money;
}

/** The content of the documents of an AMC order. Amounts in euro. */
export interface OrderContent {
  readonly madeAt: Date;
  readonly requester: { readonly name: string; readonly organisation: string };
  readonly order: {
    readonly amcOrderId: number;
    readonly storeCode: string;
    readonly districtCode: string;
    readonly orderedAt: Date;
    readonly amount: Money;
    readonly esbStatus: 'PENDING' | 'SENT' | 'ACCEPTED' | 'REJECTED';
    readonly esbReason: string | null;
  };
  readonly business: { readonly companyName: string; readonly address: string; readonly vat: string };
  readonly store: { readonly name: string; readonly address: string };
  readonly payer: { readonly code: string; readonly name: string };
  /** The purchases of the order by number, in batches. */
  readonly entries: AsyncIterable<readonly CsvEntry[]>;
  /** The totals of the entries read so far. */
  readonly totals: () => OrderTotalsContent;
}

/** The statuses of an order as the portal words them. */
export const STATUSES = {
  PENDING: 'In attesa di invio',
  SENT: 'Inviato',
  ACCEPTED: 'Accettato',
  REJECTED: 'Rifiutato',
} as const satisfies Record<OrderContent['order']['esbStatus'], string>;

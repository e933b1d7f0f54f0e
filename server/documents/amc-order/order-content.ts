import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import type { CsvEntry } from '../csv/entry-rows.ts';

/** What the documents of an AMC order say besides its purchases. Amounts in euro. */
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

/** All that the documents of an AMC order say. Amounts in euro. */
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
  /** Its purchases by number, batch after batch. */
  readonly entries: AsyncIterable<readonly CsvEntry[]>;
  /** Of the entries read so far. */
  readonly totals: () => OrderTotalsContent;
}

/** How far the order is on its way, in the words of the portal. */
export const STATUSES = {
  PENDING: 'In attesa di invio',
  SENT: 'Inviato',
  ACCEPTED: 'Accettato',
  REJECTED: 'Rifiutato',
} as const satisfies Record<OrderContent['order']['esbStatus'], string>;

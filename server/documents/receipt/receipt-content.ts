import type { Day } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** A line of the receipt. Amounts in euro. */
export interface ReceiptLine {
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
  readonly product: {
    readonly name: string;
    readonly ean1: string;
    readonly manufacturer: { readonly name: string };
  };
}

/** The content of a receipt. Amounts in euro. */
export interface ReceiptContent {
  readonly purchaseId: number;
  readonly createdAt: Date;
  readonly cancelledAt: Date | null;
  readonly business: {
    readonly companyName: string;
    readonly address: string;
    readonly vat: string;
    readonly fiscalCode: string;
  };
  readonly store: { readonly name: string; readonly address: string };
  readonly patient: {
    readonly firstName: string;
    readonly lastName: string;
    readonly fiscalCode: string;
    readonly birthDate: Day;
  };
  readonly payer: string;
  readonly voucher: { readonly code: string; readonly month: Day; readonly initialAmount: Money };
  readonly lines: readonly ReceiptLine[];
  readonly itemsAmount: Money;
  readonly residualAfter: Money;
}

import type { Money } from '#contract/rules/money.ts';

/**
 * A product line of an entry, with the product name at the time of the sale. In a cancellation, quantity and total are
 * negative. Amounts in euro.
 */
export interface EntryLine {
  readonly productId: number;
  readonly productName: string;
  readonly ean1: string;
  readonly manufacturer: string;
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
}

/**
 * An entry of a document: a purchase dated at its time, or the correcting entry of a cancellation dated at the time of the
 * cancellation (rules §6). It names the voucher but not the patient, because accounting does not need the patient.
 */
export interface Entry {
  readonly kind: 'PURCHASE' | 'CANCELLATION';
  readonly at: Date;
  readonly purchasedAt: Date;
  readonly purchaseId: number;
  /** For the access log only; no document shows it. */
  readonly patientId: number;
  readonly voucherCode: string;
  /** The names of business and store at the time of the sale. */
  readonly business: { readonly businessId: number; readonly companyName: string; readonly vat: string };
  readonly store: { readonly storeId: number; readonly code: string; readonly name: string; readonly city: string };
  readonly lines: readonly EntryLine[];
  /** The amount charged to the voucher in euro; negative in a cancellation. */
  readonly amount: Money;
}

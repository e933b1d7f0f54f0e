import type { Money } from '#contract/rules/money.ts';

/** A product line of an entry; the product as it was called at the sale. Quantity and total are negative in a cancellation; amounts in euro. */
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
 * What counts in a document: a sale, dated when it was made, or the correcting entry of its cancellation, dated when
 * that happened (rules §6). It names the voucher and not the patient, whom no accountant needs to know.
 */
export interface Entry {
  readonly kind: 'SALE' | 'CANCELLATION';
  readonly at: Date;
  readonly soldAt: Date;
  readonly purchaseId: number;
  /** For the access log; no document shows it. */
  readonly patientId: number;
  readonly voucherCode: string;
  /** By their names at the sale, as the store. */
  readonly business: { readonly businessId: number; readonly companyName: string; readonly vat: string };
  readonly store: { readonly storeId: number; readonly code: string; readonly name: string; readonly city: string };
  readonly lines: readonly EntryLine[];
  /** What the voucher was charged, in euro; negative in a cancellation. */
  readonly amount: Money;
}

import type { PurchaseStatus } from '#contract/entities/purchase.ts';
import type { Money } from '#contract/rules/money.ts';
import type { Line } from '../carts/cart.ts';

/** A purchase in the shop's history (§3, rules §1). */
export interface Purchase {
  readonly purchaseId: number;
  readonly createdAt: Date;
  /** In euro. */
  readonly itemsAmount: Money;
  readonly status: PurchaseStatus;
  readonly cancelable: boolean;
  /** Absent in the list of purchases to order, which may be very long. */
  readonly lines?: readonly Line[] | undefined;
  readonly patient: {
    readonly patientId: number;
    readonly firstName: string;
    readonly lastName: string;
    readonly fiscalCode: string;
  };
  readonly dossierId: number;
  readonly business: { readonly businessId: number; readonly companyName: string };
  readonly store: { readonly storeId: number; readonly name: string };
  readonly voucher: { readonly voucherId: number; readonly code: string };
  /** The AMC order that contains it, unless that order was rejected. */
  readonly amcOrderId: number | null;
}

import type { Selectable } from 'kysely';
import type { Money } from '#contract/rules/money.ts';
import type { CartTable } from '#server/database/schema.ts';
import type { PatientRow } from '../patients/patient-row.ts';
import type { Product } from '../products/product.ts';

/** A cart as it is stored. */
export type StoredCart = Selectable<CartTable>;

/** A line of a cart or of a purchase (§3). Amounts in euro; the total is rounded to cents (rules §5). */
export interface Line {
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
  readonly product: Product;
}

/** A cart with its budget (§3). Amounts in euro. */
export interface Cart {
  readonly cartId: number;
  readonly patient: PatientRow;
  readonly store: { readonly storeId: number; readonly name: string };
  readonly voucher: { readonly voucherId: number; readonly code: string };
  readonly lines: readonly Line[];
  /** The sum of the lines. */
  readonly itemsAmount: Money;
  readonly voucherInitialAmount: Money;
  /**
   * The residual of the voucher after the lines; negative when another shop has spent from the voucher meanwhile (rules
   * §5).
   */
  readonly residualAmount: Money;
  /** The purchase of this cart; null until the cart is bought. */
  readonly purchaseId: number | null;
}

import type { CartSummary } from '#contract/entities/cart.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';

/** How a sale begins: with a new cart in a store, or with one that was left before. */
export type SaleStart =
  | { readonly kind: 'new'; readonly patient: Patient; readonly storeId: Id }
  | { readonly kind: 'resumed'; readonly patient: Patient; readonly cart: CartSummary };

/** A cart that was opened since the screen came up, and for whom. Kept in memory only (design §2). */
export interface OpenedCart {
  readonly cartId: Id;
  readonly patient: Patient;
}

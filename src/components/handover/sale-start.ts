import type { Cart } from '#contract/entities/cart.ts';
import type { Patient } from '#contract/entities/patient.ts';
import type { Id } from '#contract/wire.ts';

/** A sale that begins with step 1, in a store. */
export interface NewSale {
  readonly kind: 'new';
  readonly patient: Patient;
  readonly storeId: Id;
}

/** A sale that goes on in step 2: with a cart that was left before, or that was made of a cancelled purchase. */
export interface ResumedSale {
  readonly kind: 'resumed';
  readonly patient: Patient;
  readonly cart: Cart;
  /** Products of the cancelled purchase that the new cart lacks, by name (decisions §6). */
  readonly leftOut?: readonly string[];
}

/** How a sale begins. */
export type SaleStart = NewSale | ResumedSale;

import type { Database } from '../context.ts';
import type { StoredCart } from './cart.ts';

/** Marks that the cart's lines changed, so that a command checked before no longer fits (rules §6). */
export async function bumpVersion(trx: Database, cart: StoredCart): Promise<void> {
  await trx
    .updateTable('cart')
    .set({ version: cart.version + 1 })
    .where('cart_id', '=', cart.cart_id)
    .execute();
}

import { PREPARED } from '#server/database/prepared.ts';
import type { Database } from '../context.ts';
import type { StoredCart } from './cart.ts';

/**
 * Increments the cart's version, so that a command checked before a change of its lines no longer matches (rules §6).
 */
export async function bumpVersion(trx: Database, cart: StoredCart): Promise<void> {
  await trx
    .updateTable('cart')
    .set({ version: cart.version + 1 })
    .where('cart_id', '=', cart.cart_id)
    .modifyEnd(PREPARED)
    .execute();
}

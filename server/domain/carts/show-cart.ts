import { writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import type { Cart, StoredCart } from './cart.ts';
import { loadCart } from './load-cart.ts';

/** A stored cart as `loadCart` loads it, for a principal to see: the consultation of its patient is written down. */
export async function showCart(
  trx: Database,
  principal: BusinessPrincipal,
  stored: StoredCart,
  at: Date,
): Promise<Cart> {
  await writeConsultation(trx, principal, [stored.patient_id], { at, storeId: stored.store_id });
  return loadCart(trx, stored, at);
}

import { writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import type { Cart, StoredCart } from './cart.ts';
import { loadCart } from './load-cart.ts';

/** Loads a stored cart for a principal and writes the consultation of its patient to the access log. */
export async function showCart(
  trx: Database,
  principal: BusinessPrincipal,
  stored: StoredCart,
  at: Date,
): Promise<Cart> {
  await writeConsultation(trx, principal, [stored.patient_id], { at, storeId: stored.store_id });
  return loadCart(trx, stored, at);
}

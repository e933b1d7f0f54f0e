import { writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import type { Cart, StoredCart } from './cart.ts';
import { type CartHead, loadCart, loadCartHead } from './load-cart.ts';

/**
 * Loads a stored cart for a principal and writes the consultation of its patient to the access log.
 * @param head what the transaction has already loaded of it
 */
export async function showCart(
  trx: Database,
  principal: BusinessPrincipal,
  stored: StoredCart,
  at: Date,
  head?: CartHead,
): Promise<Cart> {
  await writeConsultation(trx, principal, [stored.patient_id], { at, storeId: stored.store_id });
  return loadCart(trx, head ?? (await loadCartHead(trx, stored, at)));
}

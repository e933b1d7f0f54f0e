import { writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessCaller, Database } from '../context.ts';
import type { Cart, StoredCart } from './cart.ts';
import { loadCart } from './load-cart.ts';

/** A stored cart as `loadCart` loads it, for a caller to see: the consultation of its patient is written down. */
export async function showCart(trx: Database, caller: BusinessCaller, stored: StoredCart, at: Date): Promise<Cart> {
  await writeConsultation(trx, caller, [stored.patient_id], { at, storeId: stored.store_id });
  return loadCart(trx, stored, at);
}

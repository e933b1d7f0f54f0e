import { type ConsultingCall, writeConsultation } from '../audit/write-consultation.ts';
import type { BusinessCaller, Services } from '../context.ts';
import type { Cart } from './cart.ts';
import { findCart } from './find-cart.ts';
import { loadCart } from './load-cart.ts';

/**
 * A cart of the active business with lines, budget and patient; the consultation is written to the access log.
 * @throws DomainError CART_NOT_FOUND
 */
export async function readCart(
  services: Services,
  caller: BusinessCaller,
  cartId: number,
  call: Extract<ConsultingCall, 'carts.read' | 'carts.readSummary'>,
): Promise<Cart> {
  const at = services.now();
  return services.db.transaction().execute(async (trx) => {
    const stored = await findCart(trx, caller, cartId);
    await writeConsultation(trx, caller, call, [stored.patient_id], at);
    return loadCart(trx, stored, at);
  });
}

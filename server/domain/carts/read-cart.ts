import type { BusinessPrincipal, Services } from '../context.ts';
import type { Cart } from './cart.ts';
import { findCart } from './find-cart.ts';
import { showCart } from './show-cart.ts';

/**
 * A cart of the active business with lines, budget and patient; the consultation is written to the access log.
 * @throws DomainError CART_NOT_FOUND
 */
export async function readCart(services: Services, principal: BusinessPrincipal, cartId: number): Promise<Cart> {
  const at = services.now();
  return services.db
    .transaction()
    .execute(async (trx) => showCart(trx, principal, await findCart(trx, principal, cartId), at));
}

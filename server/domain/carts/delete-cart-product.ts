import { writeAudit } from '../audit/write-audit.ts';
import type { BusinessPrincipal, Services } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';
import { bumpVersion } from './bump-version.ts';
import type { Cart } from './cart.ts';
import { lockOpenCart } from './find-cart.ts';
import { showCart } from './show-cart.ts';

/**
 * Removes a product from a cart (§7).
 * @param answer creates the response; if it throws, nothing is changed
 * @throws DomainError CART_NOT_FOUND, TRANSACTION_ALREADY_EXECUTED (bought), PRODUCT_NOT_FOUND (not in the cart)
 */
export function deleteCartProduct<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  input: { readonly cartId: number; readonly productId: number },
  answer: (cart: Cart) => Answer,
): Promise<Answer> {
  return services.db.transaction().execute(async (trx) => {
    const stored = await lockOpenCart(trx, principal, input.cartId);
    const at = services.now();
    const removed = await trx
      .deleteFrom('cart_item')
      .where('cart_id', '=', stored.cart_id)
      .where('product_id', '=', toRowId(input.productId))
      .returning('product_id')
      .executeTakeFirst();
    if (!removed) throw new DomainError('PRODUCT_NOT_FOUND');
    await bumpVersion(trx, stored);
    await writeAudit(trx, {
      at,
      action: 'CART_LINE_REMOVED',
      by: principal,
      patientId: stored.patient_id,
      voucherId: stored.voucher_id,
      cartId: stored.cart_id,
      details: { productId: removed.product_id },
    });
    return answer(await showCart(trx, principal, stored, at));
  });
}

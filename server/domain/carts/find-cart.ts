import { PREPARED } from '#server/database/prepared.ts';
import type { BusinessPrincipal, Database } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { toRowId } from '../row-id.ts';
import type { StoredCart } from './cart.ts';

function selectOwn(db: Database, principal: BusinessPrincipal, cartId: number) {
  return db
    .selectFrom('cart')
    .select(['cart_id', 'patient_id', 'dossier_id', 'voucher_id', 'store_id', 'business_id', 'user_id'])
    .select(['created_at', 'version', 'recreated_from'])
    .where('cart_id', '=', toRowId(cartId))
    .where('business_id', '=', principal.businessId)
    .modifyEnd(PREPARED);
}

/**
 * A cart of the active business.
 * @throws DomainError CART_NOT_FOUND when it does not exist or belongs to another business
 */
export async function findCart(db: Database, principal: BusinessPrincipal, cartId: number): Promise<StoredCart> {
  const cart = await selectOwn(db, principal, cartId).executeTakeFirst();
  if (!cart) throw new DomainError('CART_NOT_FOUND');
  return cart;
}

/**
 * A cart of the active business that is not bought yet, with its row locked until the transaction ends.
 * @throws DomainError CART_NOT_FOUND when it does not exist or belongs to another business,
 * TRANSACTION_ALREADY_EXECUTED when it is bought
 */
export async function lockOpenCart(trx: Database, principal: BusinessPrincipal, cartId: number): Promise<StoredCart> {
  const cart = await selectOwn(trx, principal, cartId).forNoKeyUpdate().executeTakeFirst();
  if (!cart) throw new DomainError('CART_NOT_FOUND');
  const bought = await trx
    .selectFrom('purchase')
    .select('purchase_id')
    .where('cart_id', '=', cart.cart_id)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (bought) throw new DomainError('TRANSACTION_ALREADY_EXECUTED');
  return cart;
}

import type { Selectable } from 'kysely';
import { money, type Money } from '#contract/rules/money.ts';
import type { Clocks } from '#server/database/clock.ts';
import { PREPARED } from '#server/database/pool.ts';
import { type Locked, lockRowAfterUser } from '#server/database/row-locks.ts';
import type { Schema } from '#server/database/schema.ts';
import { DomainError } from '#server/domain-error.ts';
import { type Product, selectProducts, toProduct } from '#server/products/product.ts';
import type { BusinessPrincipal, Database } from '#server/services.ts';

/** A cart as it is stored. */
export type StoredCart = Selectable<Schema['cart']>;

/** A line of a cart or of a purchase (§3). Amounts in euro; the total is rounded to cents (rules §5). */
export interface Line {
  readonly quantity: number;
  readonly pricePerUnit: Money;
  readonly totalPrice: Money;
  readonly product: Product;
}

const COLUMNS = [
  ...(['cart_id', 'patient_id', 'dossier_id', 'voucher_id', 'store_id', 'business_id', 'user_id'] as const),
  ...(['created_at', 'version', 'recreated_from'] as const),
] as const;

function keyOf({ businessId, till }: BusinessPrincipal, cartId: number) {
  return { cart_id: cartId, business_id: businessId, ...(till && { store_id: till.storeId }) };
}

/**
 * A cart of the active business, and of a till's store.
 * @throws DomainError CART_NOT_FOUND when it does not exist or belongs to another business or store
 */
export async function findCart(db: Database, principal: BusinessPrincipal, cartId: number): Promise<StoredCart> {
  const own = db.selectFrom('cart').select(COLUMNS);
  const cart = await own
    .where((eb) => eb.and(keyOf(principal, cartId)))
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!cart) throw new DomainError('CART_NOT_FOUND');
  return cart;
}

/**
 * A cart of the active business that is not bought yet, with its row locked until the transaction ends, and the instant of
 * the database's clock after that.
 * @throws DomainError CART_NOT_FOUND when it does not exist or belongs to another business,
 * TRANSACTION_ALREADY_EXECUTED when it is bought
 */
export async function lockOpenCart(
  trx: Database,
  principal: BusinessPrincipal,
  cartId: number,
  clock: Clocks['clock'],
): Promise<{ readonly cart: Locked<StoredCart>; readonly at: Date }> {
  const cart = await lockRowAfterUser(trx, principal.userId, 'cart', COLUMNS, keyOf(principal, cartId));
  if (!cart) throw new DomainError('CART_NOT_FOUND');
  const { is_bought: isBought, at } = await trx
    .selectNoFrom((eb) => [
      eb.exists(eb.selectFrom('purchase').where('cart_id', '=', cart.cart_id)).as('is_bought'),
      clock().as('at'),
    ])
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  if (isBought) throw new DomainError('TRANSACTION_ALREADY_EXECUTED');
  return { cart, at };
}

/** A stored line of a cart or of a purchase. */
interface StoredLine {
  readonly quantity: number;
  readonly unit_price: string;
  readonly total: string;
}

/** Joins a stored line with its product. Throws when the line's amounts cannot be read. */
export function toLine(stored: StoredLine, product: Product): Line {
  return {
    quantity: stored.quantity,
    pricePerUnit: money(stored.unit_price),
    totalPrice: money(stored.total),
    product,
  };
}

/** The lines of a cart in the order in which their products were first added. */
export async function readCartLines(db: Database, cartId: number): Promise<readonly Line[]> {
  const rows = await selectProducts(db)
    .innerJoin('cart_item', 'cart_item.product_id', 'product.product_id')
    .select(['quantity', 'unit_price', 'total'])
    .where('cart_id', '=', cartId)
    .orderBy('position')
    .modifyEnd(PREPARED)
    .execute();
  return rows.map((row) => toLine(row, toProduct(row)));
}

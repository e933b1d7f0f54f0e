import { sql } from 'kysely';
import { CART_LINES_MAX } from '#contract/calls/carts.ts';
import { exceedsBudget, lineTotal, type Money } from '#contract/rules/money.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { PREPARED } from '#server/database/pool.ts';
import type { Locked } from '#server/database/row-locks.ts';
import { isUnusualPrice, lockProducts, type Product, selectProducts, toProduct } from '#server/products/product.ts';
import { requireUser } from '#server/reference/stores.ts';
import { DomainError } from '#server/domain-error.ts';
import { validRows } from '#server/lists.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { type Cart, loadCart, loadCartHead, showCart } from './cart.ts';
import { findCart, type Line, lockOpenCart, type StoredCart } from './stored-cart.ts';
import type { Answering } from './commands.ts';

/**
 * Increments the cart's version, so that a command checked before a change of its lines no longer matches (rules §6).
 */
export async function bumpVersion(trx: Database, cart: Locked<StoredCart>): Promise<void> {
  await trx
    .updateTable('cart')
    .set({ version: cart.version + 1 })
    .where('cart_id', '=', cart.cart_id)
    .modifyEnd(PREPARED)
    .execute();
}

/** A cart line to add or replace (§7). */
interface CartLineInput {
  readonly cartId: number;
  readonly productId: number;
  /** In euro, above 0, at most 6 decimals. */
  readonly pricePerUnit: Money;
  /** The new quantity of the line, 1–999. */
  readonly quantity: number;
}

async function requireProduct(trx: Locked<Database>, productId: number): Promise<Product> {
  const found = selectProducts(trx).where('product.product_id', '=', productId).modifyEnd(PREPARED);
  const [product] = validRows(await found.execute(), (row) => row.product_id, toProduct).rows;
  if (!product) throw new DomainError('PRODUCT_NOT_FOUND');
  return product;
}

/**
 * Verifies a line by the rules of its cart (rules §5).
 * @throws DomainError PRODUCT_NOT_ALLOWED, INVALID_REQUEST, CART_FULL, VOUCHER_AMOUNT_NOT_SUFFICIENT
 */
export function requireAllowed(cart: Cart, line: Line, priceCeilingFactor: number): void {
  const { product, pricePerUnit } = line;
  if (!product.isOffered || !cart.patient.activeDossiers?.some((dossier) => dossier.type === product.categoryType)) {
    throw new DomainError('PRODUCT_NOT_ALLOWED');
  }
  if (pricePerUnit.gt(product.refPrice.times(priceCeilingFactor))) {
    throw new DomainError('INVALID_REQUEST', { field: 'pricePerUnit' });
  }
  const present = cart.items.find((other) => other.product.productId === product.productId);
  if (!present && cart.items.length >= CART_LINES_MAX) throw new DomainError('CART_FULL');
  if (exceedsBudget(line.totalPrice, cart.residualAmount, present?.totalPrice)) {
    throw new DomainError('VOUCHER_AMOUNT_NOT_SUFFICIENT');
  }
}

async function storeLine(trx: Database, stored: StoredCart, line: Line): Promise<void> {
  const values = {
    quantity: line.quantity,
    unit_price: line.pricePerUnit.toFixed(),
    total: line.totalPrice.toFixed(),
  };
  await trx
    .insertInto('cart_item')
    .values((eb) => ({
      cart_id: stored.cart_id,
      product_id: line.product.productId,
      ...values,
      position: eb
        .selectFrom('cart_item')
        .select((inner) => inner(inner.fn.coalesce(inner.fn.max('position'), inner.lit(0)), '+', 1).as('next'))
        .where('cart_id', '=', stored.cart_id),
    }))
    .onConflict((conflict) => conflict.columns(['cart_id', 'product_id']).doUpdateSet(values))
    .modifyEnd(PREPARED)
    .execute();
}

/**
 * Adds a product to a cart or replaces its line (§7, rules §1). The server repeats the portal's budget check (§5),
 * because a client may skip it.
 * @param answer creates the response; if it throws, nothing is changed
 * @throws DomainError CART_NOT_FOUND, TRANSACTION_ALREADY_EXECUTED (bought), PRODUCT_NOT_FOUND, PRODUCT_NOT_ALLOWED,
 * INVALID_REQUEST (price above the ceiling), CART_FULL, VOUCHER_AMOUNT_NOT_SUFFICIENT
 */
export function putCartProduct<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  input: CartLineInput,
  answer: Answering<Cart, Answer>,
): Promise<Answer> {
  return services.db.transaction().execute(async (trx) => {
    const { cart: stored, at } = await lockOpenCart(trx, principal, input.cartId, services.clock);
    await requireUser(trx, principal);
    const held = await lockProducts(trx, sql`product_id = ${input.productId}`);
    const product = await requireProduct(held, input.productId);
    const { quantity, pricePerUnit } = input;
    const line = { quantity, pricePerUnit, totalPrice: lineTotal(quantity, pricePerUnit), product };
    const head = await loadCartHead(trx, stored, at);
    requireAllowed(await loadCart(trx, head), line, services.rules.priceCeilingFactor);
    await storeLine(trx, stored, line);
    await bumpVersion(trx, stored);
    await writeAudit(trx, {
      at,
      action: 'CART_LINE_PUT',
      by: principal,
      patientId: stored.patient_id,
      voucherId: stored.voucher_id,
      cartId: stored.cart_id,
      details: {
        productId: product.productId,
        quantity,
        unitPrice: pricePerUnit.toFixed(),
        isUnusualPrice: isUnusualPrice(pricePerUnit, product),
      },
    });
    return answer(await showCart(trx, principal, stored, at, head), trx);
  });
}

/**
 * Removes a product from a cart (§7).
 * @param answer creates the response; if it throws, nothing is changed
 * @throws DomainError CART_NOT_FOUND, TRANSACTION_ALREADY_EXECUTED (bought), PRODUCT_NOT_FOUND (not in the cart)
 */
export function deleteCartProduct<Answer>(
  services: Services,
  principal: BusinessPrincipal,
  input: { readonly cartId: number; readonly productId: number },
  answer: Answering<Cart, Answer>,
): Promise<Answer> {
  return services.db.transaction().execute(async (trx) => {
    const { cart: stored, at } = await lockOpenCart(trx, principal, input.cartId, services.clock);
    await requireUser(trx, principal);
    const removed = await trx
      .deleteFrom('cart_item')
      .where('cart_id', '=', stored.cart_id)
      .where('product_id', '=', input.productId)
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
    return answer(await showCart(trx, principal, stored, at), trx);
  });
}

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

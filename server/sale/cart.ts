import type { Selectable } from 'kysely';
import type { cart, cartItem, cartSummary } from '#contract/calls/carts.ts';
import { money, type Money, sum, toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import { writeConsultation } from '#server/access-log/consultations.ts';
import type { Clocks } from '#server/database/clock.ts';
import { PREPARED } from '#server/database/pool.ts';
import { type Locked, lockRowAfterUser } from '#server/database/row-locks.ts';
import type { Schema } from '#server/database/schema.ts';
import { type PatientRow, serializePatient } from '#server/patients/patient.ts';
import { readPatientRows } from '#server/patients/search-patients.ts';
import { type Product, selectProducts, serializeProduct, toProduct } from '#server/products/product.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database } from '#server/services.ts';

/** A cart as it is stored. */
export type StoredCart = Selectable<Schema['cart']>;

/** A line of a cart or of a purchase (§3). Amounts in euro; the total is rounded to cents (rules §5). */
export interface Line {
  readonly quantity: number;
  readonly unitPrice: Money;
  readonly total: Money;
  readonly product: Product;
}

/** A cart with its budget (§3). Amounts in euro. */
export interface Cart {
  readonly cartId: number;
  readonly patient: PatientRow;
  readonly store: { readonly storeId: number; readonly name: string };
  readonly voucher: { readonly voucherId: number; readonly code: string };
  readonly lines: readonly Line[];
  /** The sum of the lines. */
  readonly itemsAmount: Money;
  readonly voucherInitialAmount: Money;
  /**
   * The residual of the voucher after the lines; negative when another shop has spent from the voucher meanwhile (rules
   * §5).
   */
  readonly residualAmount: Money;
  /** The purchase of this cart; null until the cart is bought. */
  readonly purchaseId: number | null;
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
  return { quantity: stored.quantity, unitPrice: money(stored.unit_price), total: money(stored.total), product };
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

/** The row of the patient search for one dossier at an instant, as a cart includes it (rules §1). */
async function readPatientOfDossier(db: Database, dossierId: number, at: Date): Promise<PatientRow> {
  const order = { columns: [], direction: 'asc' } as const;
  const [row] = await readPatientRows(db, { dossierId }, { order, isByDossier: true, at });
  if (!row) throw new Error(`Dossier ${dossierId} without patient`);
  return row.read();
}

/** A cart without its lines. */
export interface CartHead extends Omit<Cart, 'lines' | 'itemsAmount' | 'residualAmount'> {
  /** In euro: of the voucher, and of a bought cart right after the purchase, as on its receipt. */
  readonly residual: Money;
}

/** A stored cart with its patient, voucher and store at an instant. */
export async function loadCartHead(db: Database, stored: StoredCart, at: Date): Promise<CartHead> {
  const row = await db
    .selectFrom('cart')
    .innerJoin('voucher', 'voucher.voucher_id', 'cart.voucher_id')
    .innerJoin('store', 'store.store_id', 'cart.store_id')
    .leftJoin('purchase', 'purchase.cart_id', 'cart.cart_id')
    .select(['voucher.code', 'initial_amount', 'residual', 'store.name', 'purchase.purchase_id', 'residual_after'])
    .where('cart.cart_id', '=', stored.cart_id)
    .modifyEnd(PREPARED)
    .executeTakeFirstOrThrow();
  return {
    cartId: stored.cart_id,
    patient: await readPatientOfDossier(db, stored.dossier_id, at),
    store: { storeId: stored.store_id, name: row.name },
    voucher: { voucherId: stored.voucher_id, code: row.code },
    voucherInitialAmount: money(row.initial_amount),
    residual: money(row.residual_after ?? row.residual),
    purchaseId: row.purchase_id,
  };
}

/** A cart with its present lines and its budget. */
export async function loadCart(db: Database, { residual, ...head }: CartHead): Promise<Cart> {
  const lines = await readCartLines(db, head.cartId);
  const itemsAmount = sum(lines.map((line) => line.total));
  const residualAmount = head.purchaseId === null ? residual.minus(itemsAmount) : residual;
  return { ...head, lines, itemsAmount, residualAmount };
}

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

export function serializeLine({ quantity, unitPrice, total, product }: Line): Sent<typeof cartItem> {
  return {
    quantity,
    pricePerUnit: toWire(unitPrice),
    totalPrice: toWire(total),
    product: serializeProduct(product),
  };
}

export function serializeCart(from: Cart): Sent<typeof cart> {
  return {
    cartId: from.cartId,
    items: from.lines.map(serializeLine),
    residualAmount: toWire(from.residualAmount),
    voucherInitialAmount: toWire(from.voucherInitialAmount),
    patient: serializePatient(from.patient),
    store: from.store,
    voucher: from.voucher,
  };
}

/** A cart with the sum of its lines, and its purchase once it is bought. */
export function serializeCartSummary(from: Cart): Sent<typeof cartSummary> {
  const purchase = from.purchaseId === null ? {} : { purchaseId: from.purchaseId };
  return { ...serializeCart(from), itemsAmount: toWire(from.itemsAmount), ...purchase };
}

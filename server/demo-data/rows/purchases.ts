import type { Selectable } from 'kysely';
import type { CartItemTable, CartTable } from '#server/database/schema.ts';
import type { CartLine } from './cart-lines.ts';
import businesses from '../data/businesses.json' with { type: 'json' };
import type { NewRow } from './new-row.ts';
import { seededRandom, seedOf } from '../values/random.ts';
import type { Sale } from './sales.ts';
import { userIdOf } from './users.ts';

/** The rows of the sales. */
interface PurchaseRows {
  readonly carts: readonly Selectable<CartTable>[];
  readonly cartItems: readonly CartItemTable[];
  readonly purchases: readonly NewRow<'purchase'>[];
  readonly purchaseItems: readonly NewRow<'purchase_item'>[];
}

const MINUTE = 60_000;
const FILLING_MINUTES = { from: 2, to: 15 };

/** The columns of user, store and patient, which a cart and its purchase share. */
function partiesOf({ voucher, store }: Sale) {
  return {
    patient_id: voucher.dossier.patient.row.patient_id,
    dossier_id: voucher.dossier.row.dossier_id,
    voucher_id: voucher.row.voucher_id,
    store_id: store.store_id,
    business_id: store.business_id,
    user_id: userIdOf(businesses[store.business_id - 1]?.username ?? ''),
  };
}

function cartRow(sale: Sale, id: number): Selectable<CartTable> {
  const minutes = seededRandom(seedOf('cart', id)).int(FILLING_MINUTES.from, FILLING_MINUTES.to);
  const opened = Math.max(sale.createdAt.getTime() - minutes * MINUTE, sale.voucher.row.enabled_at.getTime());
  return {
    ...partiesOf(sale),
    cart_id: id,
    created_at: new Date(opened),
    version: sale.lines.length,
    recreated_from: null,
  };
}

function purchaseRow(sale: Sale, id: number): NewRow<'purchase'> {
  return {
    ...partiesOf(sale),
    purchase_id: id,
    cart_id: id,
    asl_id: sale.voucher.dossier.row.asl_id,
    created_at: sale.createdAt,
    items_amount: sale.amount.toFixed(),
    residual_after: sale.residualAfter.toFixed(),
    status: sale.cancelledAt === null ? 'ACTIVE' : 'CANCELLED',
    cancelled_at: sale.cancelledAt,
  };
}

function lineColumns(line: CartLine, index: number) {
  return {
    position: index + 1,
    product_id: line.product.product_id,
    quantity: line.quantity,
    unit_price: line.unitPrice.toFixed(),
    total: line.total.toFixed(),
  };
}

function cartItemRows({ lines }: Sale, id: number): CartItemTable[] {
  return lines.map((line, index) => ({ ...lineColumns(line, index), cart_id: id }));
}

function purchaseItemRows({ lines }: Sale, id: number): NewRow<'purchase_item'>[] {
  return lines.map((line, index) => ({
    ...lineColumns(line, index),
    purchase_id: id,
    product_name: line.product.name,
  }));
}

/** The rows of all sales, numbered in chronological order. */
export function makePurchases(sales: readonly Sale[]): PurchaseRows {
  const inOrder = [...sales].sort((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  return {
    carts: inOrder.map((sale, index) => cartRow(sale, index + 1)),
    cartItems: inOrder.flatMap((sale, index) => cartItemRows(sale, index + 1)),
    purchases: inOrder.map((sale, index) => purchaseRow(sale, index + 1)),
    purchaseItems: inOrder.flatMap((sale, index) => purchaseItemRows(sale, index + 1)),
  };
}

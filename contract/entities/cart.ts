import { type Read, amount, id, integer, optional, optionalListOf, record, text, whereReadable } from '../wire.ts';
import { patient } from './patient.ts';
import { product } from './product.ts';

/** A line of a cart or of a purchase (§3). Amounts in euro; `totalPrice` is rounded to cents (rules §5). */
export const cartItem = record({
  quantity: integer,
  pricePerUnit: amount,
  totalPrice: amount,
  product,
});
export type CartItem = Read<typeof cartItem>;

/** The store and the voucher of a cart: an extra of our server. Another server may send anything under these names. */
const placeFields = {
  store: whereReadable(record({ storeId: id, name: optional(text) })),
  voucher: whereReadable(record({ voucherId: id, code: optional(text) })),
};

const fields = {
  cartId: id,
  items: optionalListOf(cartItem),
  residualAmount: amount,
  voucherInitialAmount: amount,
  patient: optional(patient),
  ...placeFields,
};

/** A cart being filled against a voucher (§3). Amounts in euro; the residual may be negative (rules §5). */
export const cart = record(fields);
export type Cart = Read<typeof cart>;

/** A cart with the sum of its lines, and the id of its purchase once it is bought (§3). */
export const cartSummary = record({ ...fields, itemsAmount: amount, purchaseId: optional(id) });
export type CartSummary = Read<typeof cartSummary>;

/** The fields that the creation of a cart must answer (§7). */
export const createdCart = record({
  cartId: id,
  items: optionalListOf(cartItem),
  residualAmount: optional(amount),
  voucherInitialAmount: optional(amount),
  patient: optional(patient),
  ...placeFields,
});

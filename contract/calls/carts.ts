import * as z from 'zod/mini';
import { defineCall, SELLERS } from '../call.ts';
import { patient } from '../entities/patient.ts';
import {
  cartId,
  cartParams,
  commandParams,
  described,
  otp,
  patientId,
  productId,
  purchaseId,
  shortText,
  storeId,
  txCommandId,
  unitPrice,
  voucherId,
} from '../request.ts';
import { isValidQuantity } from '../rules/money.ts';
import {
  amount,
  flag,
  id,
  integer,
  optional,
  optionalListOf,
  type Read,
  record,
  text,
  timestamp,
  whereReadable,
} from '../wire.ts';
import { product } from './products.ts';

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

/**
 * The response to a check: the command to execute, and whether it needs a PIN or code (§3, §4). `lockedUntil` is an extra
 * of our server: the end of the lock, while that PIN or code is locked.
 */
export const txCommand = record({ txCommandId: id, otpRequired: optional(flag), lockedUntil: optional(timestamp) });
export type TxCommand = Read<typeof txCommand>;

export const checkCart = defineCall({
  name: 'carts.check',
  method: 'POST',
  path: '/api/v1/carts/check',
  summary: 'First phase of a cart: may this voucher be spent in this store, and is a PIN needed?',
  access: SELLERS,
  body: z.strictObject({ patientId, voucherId, storeId }),
  answer: record({ txCommand }),
});

export const executeCart = defineCall({
  name: 'carts.execute',
  method: 'POST',
  path: '/api/v1/carts/execute',
  summary: 'Second phase of a cart: opens it.',
  access: SELLERS,
  body: z.strictObject({ txCommandId, otp }),
  answer: record({ cart: createdCart }),
});

export const readCart = defineCall({
  name: 'carts.read',
  method: 'GET',
  path: '/api/v1/carts/{cartId}',
  summary: 'A cart with its lines.',
  access: SELLERS,
  params: cartParams,
  answer: record({ cart }),
});

export const readCartSummary = defineCall({
  name: 'carts.readSummary',
  method: 'GET',
  path: '/api/v1/carts/{cartId}/summary',
  summary: 'A cart with its total, and the purchase it became once bought.',
  access: SELLERS,
  params: cartParams,
  answer: record({ cart: cartSummary }),
});

export const findCommandCart = defineCall({
  name: 'carts.findOfCommand',
  method: 'GET',
  path: '/api/v1/extra/commands/{txCommandId}/cart',
  summary:
    'Extra: the cart that a command of this user was to buy, for whoever kept only the command: the summary of the cart then tells whether it was bought.',
  access: ['BUSINESS'],
  params: commandParams,
  answer: record({ cart: record({ cartId: id }) }),
});

const line = {
  pricePerUnit: described(unitPrice, {
    description: 'Price of one unit in euro, above 0 and with at most 6 decimals.',
    example: 3.5,
  }),
  quantity: described(z.number().check(z.refine(isValidQuantity)), {
    description: 'The new total of the line, from 1 to 999.',
    example: 2,
  }),
};

export const putCartProduct = defineCall({
  name: 'carts.putProduct',
  method: 'PUT',
  path: '/api/v1/carts/{cartId}/products',
  summary: 'Adds a product or replaces its line; the quantity is the new total, the price is per unit in euro.',
  access: SELLERS,
  params: cartParams,
  body: z.strictObject({ productId, ...line }),
  answer: record({ cart }),
});

/** The most lines of a cart: reading its purchase must cost little. */
export const CART_LINES_MAX = 100;

const lines = z.array(
  z.strictObject({
    code: described(shortText, {
      description: "EAN, GTIN or pharmacy's code of the product, each product once.",
      example: '2000006000019',
    }),
    ...line,
  }),
);

export const putCartLines = defineCall({
  name: 'carts.putLines',
  method: 'PUT',
  path: '/api/v1/extra/carts/{cartId}/lines',
  summary:
    'Extra: gives a cart these lines in place of its own, and does the first phase of its purchase, as one step: a till need not put each product. A refusal names the line in `productCode` and changes nothing.',
  access: SELLERS,
  params: cartParams,
  body: z.strictObject({
    lines: described(lines.check(z.minLength(1), z.maxLength(CART_LINES_MAX)), {
      description: 'All lines of the cart, from 1 to 100.',
      example: [{ code: '2000006000019', pricePerUnit: 3.5, quantity: 2 }],
    }),
  }),
  answer: record({ cart: cartSummary, txCommand }),
});

export const deleteCartProduct = defineCall({
  name: 'carts.deleteProduct',
  method: 'DELETE',
  path: '/api/v1/carts/{cartId}/products/{productId}',
  summary: 'Takes a product out of a cart.',
  access: SELLERS,
  params: z.strictObject({ cartId, productId }),
  answer: record({ cart }),
});

export const recreateCart = defineCall({
  name: 'carts.recreate',
  method: 'POST',
  path: '/api/v1/carts/recreate',
  summary: 'Opens a new cart with the lines of a cancelled purchase, on the voucher that it charged.',
  access: ['BUSINESS'],
  body: z.strictObject({ purchaseId }),
  answer: record({ cart: createdCart }),
});

import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { cart, cartSummary, createdCart } from '../entities/cart.ts';
import { txCommand } from '../entities/tx-command.ts';
import {
  cartId,
  cartParams,
  described,
  otp,
  patientId,
  productId,
  purchaseId,
  storeId,
  txCommandId,
  unitPrice,
  voucherId,
} from '../request.ts';
import { isValidQuantity } from '../rules/money.ts';
import { record } from '../wire.ts';

export const checkCart = defineCall({
  name: 'carts.check',
  method: 'POST',
  path: '/api/v1/carts/check',
  summary: 'First phase of a cart: may this voucher be spent in this store, and is a PIN needed?',
  access: ['BUSINESS'],
  body: z.strictObject({ patientId, voucherId, storeId }),
  answer: record({ txCommand }),
});

export const executeCart = defineCall({
  name: 'carts.execute',
  method: 'POST',
  path: '/api/v1/carts/execute',
  summary: 'Second phase of a cart: opens it.',
  access: ['BUSINESS'],
  body: z.strictObject({ txCommandId, otp }),
  answer: record({ cart: createdCart }),
});

export const readCart = defineCall({
  name: 'carts.read',
  method: 'GET',
  path: '/api/v1/carts/{cartId}',
  summary: 'A cart with its lines.',
  access: ['BUSINESS'],
  params: cartParams,
  answer: record({ cart }),
});

export const readCartSummary = defineCall({
  name: 'carts.readSummary',
  method: 'GET',
  path: '/api/v1/carts/{cartId}/summary',
  summary: 'A cart with its total, and the purchase it became once bought.',
  access: ['BUSINESS'],
  params: cartParams,
  answer: record({ cart: cartSummary }),
});

export const putCartProduct = defineCall({
  name: 'carts.putProduct',
  method: 'PUT',
  path: '/api/v1/carts/{cartId}/products',
  summary: 'Adds a product or replaces its line; the quantity is the new total, the price is per unit in euro.',
  access: ['BUSINESS'],
  params: cartParams,
  body: z.strictObject({
    productId,
    pricePerUnit: described(unitPrice, {
      description: 'Price of one unit in euro, above 0 and with at most 6 decimals.',
      example: 3.5,
    }),
    quantity: described(z.number().check(z.refine(isValidQuantity)), {
      description: 'The new total of the line, from 1 to 999.',
      example: 2,
    }),
  }),
  answer: record({ cart }),
});

export const deleteCartProduct = defineCall({
  name: 'carts.deleteProduct',
  method: 'DELETE',
  path: '/api/v1/carts/{cartId}/products/{productId}',
  summary: 'Takes a product out of a cart.',
  access: ['BUSINESS'],
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

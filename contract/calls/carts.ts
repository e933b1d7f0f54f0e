import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { cart, cartSummary, createdCart } from '../entities/cart.ts';
import { txCommand } from '../entities/tx-command.ts';
import { cartParams, otp, requestId, unitPrice } from '../request.ts';
import { isValidQuantity } from '../rules/money.ts';
import { record } from '../wire.ts';

export const checkCart = defineCall({
  name: 'carts.check',
  method: 'POST',
  path: '/api/v1/carts/check',
  summary: 'First phase of a cart: may this voucher be spent in this store, and is a PIN needed?',
  access: ['BUSINESS'],
  body: z.strictObject({ patientId: requestId, voucherId: requestId, storeId: requestId }),
  answer: record({ txCommand }),
});

export const executeCart = defineCall({
  name: 'carts.execute',
  method: 'POST',
  path: '/api/v1/carts/execute',
  summary: 'Second phase of a cart: opens it.',
  access: ['BUSINESS'],
  body: z.strictObject({ txCommandId: requestId, otp }),
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
    productId: requestId,
    pricePerUnit: unitPrice,
    quantity: z.number().check(z.refine(isValidQuantity)),
  }),
  answer: record({ cart }),
});

export const deleteCartProduct = defineCall({
  name: 'carts.deleteProduct',
  method: 'DELETE',
  path: '/api/v1/carts/{cartId}/products/{productId}',
  summary: 'Takes a product out of a cart.',
  access: ['BUSINESS'],
  params: z.strictObject({ cartId: requestId, productId: requestId }),
  answer: record({ cart }),
});

export const recreateCart = defineCall({
  name: 'carts.recreate',
  method: 'POST',
  path: '/api/v1/carts/recreate',
  summary: 'Opens a new cart with the lines of a cancelled purchase, on the voucher that it charged.',
  access: ['BUSINESS'],
  body: z.strictObject({ purchaseId: requestId }),
  answer: record({ cart: createdCart }),
});

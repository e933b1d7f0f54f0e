import { cartCents, cartItems, cartView } from './cart-view.ts';
import { executeCommand, newCommand } from './command.ts';
import { euro, lineCents } from './money.ts';
import { type Exchange, type Reply, type Route, anyText, answer, failure, notFound, someText } from './route.ts';
import type { Cart } from './world.ts';

/** 400 and upwards would do as well: an error inside a 200 is a failure too (decisions §1). */
const WRONG_PIN_INSIDE_A_SUCCESS: Reply = {
  status: 200,
  body: { error: { code: null, description: 'TRANSACTION_WRONG_OTP' }, data: null },
};

const amountAboveZero = (value: unknown) => typeof value === 'number' && value > 0;

/** The open cart that the first parameter of the path names. */
export function cartOf({ world, params }: Exchange): Cart | undefined {
  return world.carts.get(params[0] ?? '');
}

function putProduct(exchange: Exchange): Reply {
  const cart = cartOf(exchange);
  const product = exchange.world.products.find((row) => row.productId === exchange.body.productId);
  if (cart === undefined || product === undefined) return notFound;
  const line = { product, quantity: Number(exchange.body.quantity), pricePerUnit: Number(exchange.body.pricePerUnit) };
  const present = cart.lines.get(product.productId);
  const before = present === undefined ? 0 : lineCents(present.quantity, present.pricePerUnit);
  if (cartCents(cart) - before + lineCents(line.quantity, line.pricePerUnit) > cart.patient.residualCents) {
    return failure(412, '5004', 'VOUCHER_AMOUNT_NOT_SUFFICIENT');
  }
  cart.lines.set(product.productId, line);
  return answer({ cart: cartView(cart) });
}

function deleteProduct(exchange: Exchange): Reply {
  const cart = cartOf(exchange);
  if (cart?.lines.delete(exchange.params[1] ?? '') !== true) return notFound;
  return answer({ cart: cartView(cart) });
}

/** The calls of §7 that make and fill a cart, and its summary (decisions §1). */
export const cartRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/carts/check',
    access: 'token',
    body: { patientId: someText, voucherId: someText, storeId: someText },
    handle: ({ world, body }) => {
      const patient = world.patients.find(
        (row) => row.patientId === body.patientId && row.voucherId === body.voucherId,
      );
      if (patient === undefined) return failure(404, '4040', 'PATIENT_NOT_FOUND');
      const txCommandId = newCommand(world, patient, null);
      return answer({ txCommand: { txCommandId, otpRequired: patient.pin !== null, channel: 'CARD' } });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/carts/execute',
    access: 'token',
    body: { txCommandId: someText },
    optional: { otp: anyText },
    handle: (exchange) =>
      executeCommand(exchange, WRONG_PIN_INSIDE_A_SUCCESS, ({ patient }) => {
        const { world } = exchange;
        const cart: Cart = { cartId: world.newId('carrello'), patient, lines: new Map(), purchaseId: null };
        world.carts.set(cart.cartId, cart);
        return answer({ cart: { cartId: cart.cartId, items: null } });
      }),
  },
  {
    method: 'GET',
    path: '/api/v1/carts/*',
    access: 'token',
    handle: (exchange) => {
      const cart = cartOf(exchange);
      return cart === undefined ? notFound : answer({ cart: cartView(cart) });
    },
  },
  {
    method: 'GET',
    path: '/api/v1/carts/*/summary',
    access: 'token',
    handle: (exchange) => {
      const cart = cartOf(exchange);
      if (cart === undefined) return notFound;
      const { purchaseId } = cart;
      return answer({
        cart: { ...cartView(cart), items: cartItems(cart), itemsAmount: euro(cartCents(cart)), purchaseId },
      });
    },
  },
  {
    method: 'PUT',
    path: '/api/v1/carts/*/products',
    access: 'token',
    body: { productId: someText, pricePerUnit: amountAboveZero, quantity: amountAboveZero },
    handle: putProduct,
  },
  { method: 'DELETE', path: '/api/v1/carts/*/products/*', access: 'token', handle: deleteProduct },
];

import { cartCents, cartView, itemsOf } from './cart-view.ts';
import { WRONG_PIN_INSIDE_A_SUCCESS, executeCommand, newCommand } from './command.ts';
import { euro, lineCents } from './money.ts';
import { purchaseOf } from './purchase-view.ts';
import { type Exchange, type Reply, type Route, anyText, answer, failure, notFound, someText } from './route.ts';
import type { Cart, Line, Patient, Fixture } from './fixture.ts';

const amountAboveZero = (value: unknown) => typeof value === 'number' && value > 0;

/** The open cart of the path's first parameter. */
export function cartOf({ fixture, params }: Exchange): Cart | undefined {
  return fixture.carts.get(params[0] ?? '');
}

function openCart(fixture: Fixture, patient: Patient, lines: ReadonlyMap<string, Line>): Cart {
  const cart: Cart = { cartId: fixture.newId('carrello'), patient, lines: new Map(lines), purchaseId: null };
  fixture.carts.set(cart.cartId, cart);
  return cart;
}

function recreate({ fixture, body }: Exchange): Reply {
  const purchase = purchaseOf(fixture, body.purchaseId);
  if (purchase === undefined) return failure(404, '4040', 'PURCHASE_NOT_FOUND');
  if (purchase.status !== 'CANCELLED') return failure(409, null, 'ONLY_AFTER_A_STORNO');
  const { cartId, lines } = openCart(fixture, purchase.patient, purchase.lines);
  return answer({ cart: { cartId, items: itemsOf(lines.values()) } });
}

function putProduct(exchange: Exchange): Reply {
  const cart = cartOf(exchange);
  const product = exchange.fixture.products.find((row) => row.productId === exchange.body.productId);
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

/** The calls of §7 that create and fill a cart, and its summary (rules §1). */
export const cartRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/carts/check',
    access: 'token',
    body: { patientId: someText, voucherId: someText, storeId: someText },
    handle: ({ fixture, body }) => {
      const patient = fixture.patients.find(
        (row) => row.patientId === body.patientId && row.voucherId === body.voucherId,
      );
      if (patient === undefined) return failure(404, '4040', 'PATIENT_NOT_FOUND');
      const txCommandId = newCommand(fixture, patient, patient);
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
      executeCommand(exchange, WRONG_PIN_INSIDE_A_SUCCESS, (about) => {
        const { fixture } = exchange;
        const patient = fixture.patients.find((row) => row === about);
        if (patient === undefined) return failure(404, '4040', 'TRANSACTION_NOT_FOUND');
        return answer({ cart: { cartId: openCart(fixture, patient, new Map()).cartId, items: null } });
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
      return answer({ cart: { ...cartView(cart), itemsAmount: euro(cartCents(cart)), purchaseId } });
    },
  },
  {
    method: 'PUT',
    path: '/api/v1/carts/*/products',
    access: 'token',
    body: { productId: someText, pricePerUnit: amountAboveZero, quantity: amountAboveZero },
    handle: putProduct,
  },
  {
    method: 'POST',
    path: '/api/v1/carts/recreate',
    access: 'token',
    body: { purchaseId: someText },
    handle: recreate,
  },
  { method: 'DELETE', path: '/api/v1/carts/*/products/*', access: 'token', handle: deleteProduct },
];

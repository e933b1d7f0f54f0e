import { cartCents, cartItems } from './cart-view.ts';
import { cartOf } from './cart-routes.ts';
import { executeCommand, newCommand } from './command.ts';
import { euro } from './money.ts';
import {
  type Exchange,
  type Reply,
  type Route,
  anyText,
  answer,
  failure,
  notFound,
  someText,
  wholeNumber,
} from './route.ts';
import { smallPdf } from './small-pdf.ts';
import type { Cart } from './world.ts';

function file(fileName: string, mimeType: string, content: Buffer): Reply {
  return answer({ fileName, mimeType, base64: content.toString('base64'), size: content.length });
}

function buy(exchange: Exchange, cart: Cart): Reply {
  const cents = cartCents(cart);
  if (cart.purchaseId !== null) return failure(409, '5002', 'TRANSACTION_ALREADY_EXECUTED');
  if (cents > cart.patient.residualCents) return failure(412, '5004', 'VOUCHER_AMOUNT_NOT_SUFFICIENT');
  cart.patient.residualCents -= cents;
  cart.purchaseId = exchange.world.newId('acquisto');
  return answer({ purchase: { purchaseId: cart.purchaseId, items: cartItems(cart) } });
}

function purchaseRow(cart: Cart) {
  return {
    purchaseId: cart.purchaseId,
    createTime: '2026-01-15T09:30:00Z',
    itemsAmount: euro(cartCents(cart)),
    status: 'ACTIVE',
    cancelable: null,
    items: cartItems(cart),
    patient: { firstName: cart.patient.firstName, lastName: null, fiscalCode: cart.patient.fiscalCode },
    dossierId: `pratica ${cart.patient.patientId}`,
    business: null,
    store: null,
  };
}

/** The calls of §7 that turn a cart into a purchase, and its papers. */
export const purchaseRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/purchases/carts/*/check',
    access: 'token',
    handle: (exchange) => {
      const cart = cartOf(exchange);
      if (cart === undefined) return notFound;
      const txCommandId = newCommand(exchange.world, cart.patient, cart);
      return answer({ txCommand: { txCommandId, otpRequired: cart.patient.pin === null ? null : true } });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/purchases/carts/*/execute',
    access: 'token',
    body: { txCommandId: someText },
    optional: { otp: anyText },
    handle: (exchange) =>
      executeCommand(exchange, failure(409, '5001', 'TRANSACTION_WRONG_OTP'), ({ cart }) =>
        cart === null || cart !== cartOf(exchange) ? notFound : buy(exchange, cart),
      ),
  },
  {
    method: 'GET',
    path: '/api/v1/purchases/search',
    access: 'token',
    query: { sort: 'createTime,desc' },
    optional: { patientId: someText, dossierId: someText, page: wholeNumber, size: wholeNumber },
    handle: ({ world, query }) => {
      const wanted = query.get('patientId');
      const bought = [...world.carts.values()].filter(
        (cart) => cart.purchaseId !== null && (wanted === null || cart.patient.patientId === wanted),
      );
      const pagination = { page: 0, pageSize: null, totalCount: bought.length, totalPages: null };
      return answer({ purchases: bought.map(purchaseRow) }, { pagination });
    },
  },
  {
    method: 'GET',
    path: '/api/v1/purchases/*/receipt-pdf',
    access: 'token',
    handle: ({ world, params }) => {
      const cart = [...world.carts.values()].find((row) => row.purchaseId === params[0]);
      if (cart === undefined) return notFound;
      return file('ricevuta.pdf', 'application/pdf', smallPdf(`Ricevuta ${euro(cartCents(cart)).toString()} EUR`));
    },
  },
  {
    method: 'GET',
    path: '/api/v1/purchases/stores/*/transactions/csv',
    access: 'token',
    handle: () => file('transazioni.csv', 'text/csv', Buffer.from('data;importo\r\n', 'utf8')),
  },
];

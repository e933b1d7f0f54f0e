import { cartCents, itemsOf } from './cart-view.ts';
import { cartOf } from './cart-routes.ts';
import { executeCommand, newCommand } from './command.ts';
import { file } from './file.ts';
import { euro } from './money.ts';
import { pageOf } from './paging.ts';
import { purchaseCents, purchaseOf, purchaseView } from './purchase-view.ts';
import { isWithin } from './rome-day.ts';
import {
  type Exchange,
  type Reply,
  type Route,
  anyText,
  answer,
  day,
  failure,
  notFound,
  someText,
  wholeNumber,
} from './route.ts';
import { smallPdf } from './small-pdf.ts';
import type { Cart } from './fixture.ts';

/** Parameters that the search sends together or not at all (§7). */
const PERIOD = ['dateStart', 'dateEnd', 'excludeAmc', 'purchaseStatusList'];
const DEFAULT_PAGE_SIZE = 5;

function buy({ fixture }: Exchange, cart: Cart): Reply {
  const { patient, lines } = cart;
  const cents = cartCents(cart);
  if (cart.purchaseId !== null) return failure(409, '5002', 'TRANSACTION_ALREADY_EXECUTED');
  if (cents > patient.residualCents) return failure(412, '5004', 'VOUCHER_AMOUNT_NOT_SUFFICIENT');
  patient.residualCents -= cents;
  cart.purchaseId = fixture.newId('acquisto');
  fixture.purchases.push({
    purchaseId: cart.purchaseId,
    createTime: new Date().toISOString(),
    patient,
    lines: new Map(lines),
    status: 'ACTIVE',
    amcOrderId: null,
  });
  return answer({ purchase: { purchaseId: cart.purchaseId, items: itemsOf(lines.values()) } });
}

function search({ fixture, query }: Exchange): Reply {
  const given = PERIOD.filter((name) => query.has(name));
  if (given.length > 0 && given.length < PERIOD.length) {
    fixture.violations.push(`purchases/search: ${given.join(', ')} without the rest`);
    return failure(400, '4000', 'INVALID_REQUEST');
  }
  const ofPeriod = given.length > 0;
  const patientId = query.get('patientId');
  const found = fixture.purchases.filter(
    (row) =>
      (patientId === null || row.patient.patientId === patientId) &&
      (!ofPeriod || (isWithin(row.createTime, query) && row.status === 'ACTIVE' && row.amcOrderId === null)),
  );
  const { rows, beside } = pageOf(found.reverse(), query, DEFAULT_PAGE_SIZE);
  return answer({ purchases: rows.map(purchaseView) }, beside);
}

/** The calls of §7 that turn a cart into a purchase, and its documents. */
export const purchaseRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/purchases/carts/*/check',
    access: 'token',
    handle: (exchange) => {
      const cart = cartOf(exchange);
      if (cart === undefined) return notFound;
      const txCommandId = newCommand(exchange.fixture, cart.patient, cart);
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
      executeCommand(exchange, failure(409, '5001', 'TRANSACTION_WRONG_OTP'), (about) => {
        const cart = cartOf(exchange);
        return cart === undefined || cart !== about ? notFound : buy(exchange, cart);
      }),
  },
  {
    method: 'GET',
    path: '/api/v1/purchases/search',
    access: 'token',
    query: { sort: 'createTime,desc' },
    optional: {
      patientId: someText,
      dossierId: someText,
      dateStart: day,
      dateEnd: day,
      excludeAmc: 'true',
      purchaseStatusList: 'ACTIVE',
      page: wholeNumber,
      size: wholeNumber,
    },
    handle: search,
  },
  {
    method: 'GET',
    path: '/api/v1/purchases/*/receipt-pdf',
    access: 'token',
    handle: ({ fixture, params }) => {
      const purchase = purchaseOf(fixture, params[0]);
      if (purchase === undefined) return notFound;
      const content = smallPdf(`Ricevuta ${euro(purchaseCents(purchase))} EUR`);
      return file('ricevuta.pdf', 'application/pdf', content);
    },
  },
  {
    method: 'GET',
    path: '/api/v1/purchases/stores/*/transactions/csv',
    access: 'token',
    handle: () => file('transazioni.csv', 'text/csv', 'data;importo\r\n'),
  },
];

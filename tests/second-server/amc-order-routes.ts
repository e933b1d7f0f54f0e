import { file } from './file.ts';
import { euro } from './money.ts';
import { pageOf } from './paging.ts';
import { purchaseCents, purchaseOf } from './purchase-view.ts';
import { ASLS, FIRST_BUSINESS } from './reference-routes.ts';
import { isWithin } from './rome-day.ts';
import { type Exchange, type Reply, type Route, answer, day, failure, someText, wholeNumber } from './route.ts';
import { smallPdf } from './small-pdf.ts';
import type { AmcOrder, Fixture } from './fixture.ts';

const PAGE_SIZE = '20';
/** A number that no binary float can hold, so an id must be returned unchanged (rules §1). */
const BEFORE_THE_FIRST_ID = 9_007_199_254_740_992n;

const momentWithOffset = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(value);

const listOfIds = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string');

const anAsl = (value: unknown) => ASLS.some(({ aslId }) => aslId === value);

function amountCents({ purchases }: AmcOrder): number {
  return purchases.reduce((total, row) => total + purchaseCents(row), 0);
}

function orderView(order: AmcOrder) {
  return {
    amcOrderId: order.amcOrderId,
    businessName: FIRST_BUSINESS.companyName,
    storeCode: null,
    districtCode: null,
    orderDate: order.orderDate,
    amount: euro(amountCents(order)),
    esbStatus: order.esbStatus,
    sentBy: 'mail',
  };
}

/** Creates all orders or none: one ordered purchase refuses the request, without naming the purchase. */
function create({ fixture, body }: Exchange): Reply {
  const ids = body.purchasesIds as readonly string[];
  const purchases = ids.flatMap((id) => purchaseOf(fixture, id) ?? []);
  if (purchases.length < new Set(ids).size) return failure(404, null, 'PURCHASE_NOT_FOUND');
  if (purchases.some((row) => row.amcOrderId !== null)) return failure(409, '5012', 'PURCHASE_ALREADY_ORDERED');
  const amcOrderId = String(BEFORE_THE_FIRST_ID + BigInt(fixture.amcOrders.length + 1));
  const esbStatus = fixture.amcOrders.length === 0 ? 'IN_VIAGGIO' : null;
  const order: AmcOrder = { amcOrderId, orderDate: String(body.orderDate), purchases, esbStatus };
  for (const purchase of purchases) purchase.amcOrderId = amcOrderId;
  fixture.amcOrders.push(order);
  return answer({ orders: [orderView(order)] });
}

function search({ fixture, query }: Exchange): Reply {
  const wanted = query.get('amcOrderId');
  const found = fixture.amcOrders.filter(
    (order) =>
      query.get('aslId') === ASLS[0].aslId &&
      (wanted === null || order.amcOrderId === wanted) &&
      isWithin(order.orderDate, query),
  );
  const { rows, beside } = pageOf(found.reverse(), query, Number(PAGE_SIZE));
  return answer({ orders: rows.map(orderView) }, beside);
}

function document(fixture: Fixture, amcOrderId: unknown, write: (order: AmcOrder) => Reply): Reply {
  const order = fixture.amcOrders.find((row) => row.amcOrderId === amcOrderId);
  return order === undefined ? failure(404, '4040', 'AMC_ORDER_NOT_FOUND') : write(order);
}

/** The AMC orders of §7. */
export const amcOrderRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/amc/orders',
    access: 'token',
    body: { purchasesIds: listOfIds, orderDate: momentWithOffset },
    handle: create,
  },
  {
    method: 'GET',
    path: '/api/v1/amc/orders/search',
    access: 'token',
    query: { dateStart: day, dateEnd: day, size: PAGE_SIZE, sort: 'createTime,desc' },
    optional: { aslId: anAsl, amcOrderId: wholeNumber, businessId: FIRST_BUSINESS.businessId, page: wholeNumber },
    handle: search,
  },
  {
    method: 'GET',
    path: '/api/v1/amc/orders/summary/pdf',
    access: 'token',
    query: { amcOrderId: someText },
    optional: { aslId: anAsl, businessId: FIRST_BUSINESS.businessId },
    handle: ({ fixture, query }) =>
      document(fixture, query.get('amcOrderId'), (order) => {
        const content = smallPdf(`Ordine ${order.amcOrderId}: ${euro(amountCents(order)).toFixed(2)} EUR`);
        return file('Ordine è.pdf', 'application/pdf', content);
      }),
  },
  {
    method: 'GET',
    path: '/api/v1/amc/orders/*/csv',
    access: 'token',
    handle: ({ fixture, params }) =>
      document(fixture, params[0], (order) => {
        const rows = order.purchases.map((row) => `${row.purchaseId};${euro(purchaseCents(row)).toFixed(2)}`);
        return file('Ordine è.csv', 'text/csv', `${rows.join('\r\n')}\r\n`);
      }),
  },
];

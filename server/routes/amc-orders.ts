import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/amc-orders.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import { renderOrderDetail } from '#server/documents/amc-order/render-order-detail.ts';
import { renderOrderListCsv } from '#server/documents/amc-order-list/render-order-list-csv.ts';
import { renderOrderListPdf } from '#server/documents/amc-order-list/render-order-list-pdf.ts';
import { renderOrderSummary } from '#server/documents/amc-order/render-order-summary.ts';
import { createAmcOrders } from '#server/domain/amc-orders/create-amc-orders.ts';
import { previewAmcOrders } from '#server/domain/amc-orders/preview-amc-orders.ts';
import { readOrderDocument } from '#server/domain/amc-orders/read-order-document.ts';
import { readOrderList } from '#server/domain/amc-orders/read-order-list.ts';
import { readOrderTotals } from '#server/domain/amc-orders/read-order-totals.ts';
import { searchAmcOrders } from '#server/domain/amc-orders/search-amc-orders.ts';
import type { Services } from '#server/domain/context.ts';
import { mountDocument } from '#server/http/mount-document.ts';
import { mountList } from '#server/http/mount-list.ts';
import { mount } from '#server/http/mount.ts';
import { toWireAmcOrder } from './to-wire-amc-order.ts';
import { toWirePagination } from './to-wire-pagination.ts';
import { toWireRows } from './to-wire-rows.ts';
import { toWireSubtotal } from './to-wire-subtotal.ts';

/** Orders for the central purchasing body and their documents (§7). */
export function registerAmcOrdersRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.previewAmcOrders, async ({ body }, caller) => {
    const orders = await previewAmcOrders(services, caller, body.purchasesIds);
    return { orders: orders.map((order) => ({ ...order, amount: toWire(order.amount) })) };
  });

  mount(app, services, calls.createAmcOrders, ({ body }, caller, { checked }) => {
    const request = { purchasesIds: body.purchasesIds, orderDate: new Date(body.orderDate) };
    return createAmcOrders(services, caller, request, (orders) => checked({ orders: orders.map(toWireAmcOrder) }));
  });

  mountList(app, services, calls.searchAmcOrders, async function* ({ query }, caller, { leaveOut, signal }) {
    const found = await searchAmcOrders(services, caller, query, signal);
    for await (const batch of found.batches) {
      const orders = toWireRows(batch, ({ amcOrderId }) => amcOrderId, toWireAmcOrder, leaveOut);
      yield { orders, pagination: toWirePagination(found) };
    }
  });

  mount(app, services, calls.readAmcOrderTotals, async ({ query }, caller) => {
    const { valid, rejected } = await readOrderTotals(services, caller, query);
    return { totals: { valid: toWireSubtotal(valid), rejected: toWireSubtotal(rejected) } };
  });

  mountDocument(app, services, calls.downloadAmcOrdersCsv, async ({ query }, caller, signal) => {
    const list = await readOrderList(services, caller, query, signal);
    const fileName = `ordini-amc-${romeDay(list.madeAt)}.csv`;
    return { fileName, mimeType: 'text/csv', content: renderOrderListCsv(list) };
  });

  mountDocument(app, services, calls.downloadAmcOrdersPdf, async ({ query }, caller, signal) => {
    const list = await readOrderList(services, caller, query, signal);
    const fileName = `ordini-amc-${romeDay(list.madeAt)}.pdf`;
    return { fileName, mimeType: 'application/pdf', content: [await renderOrderListPdf(list)] };
  });

  mountDocument(app, services, calls.downloadAmcOrderCsv, async ({ params }, caller, signal) => {
    const content = renderOrderDetail(await readOrderDocument(services, caller, params, signal));
    return { fileName: `ordine-amc-${params.amcOrderId}.csv`, mimeType: 'text/csv', content };
  });

  mountDocument(app, services, calls.downloadAmcOrderPdf, async ({ query }, caller, signal) => {
    const content = [await renderOrderSummary(await readOrderDocument(services, caller, query, signal))];
    return { fileName: `ordine-amc-${query.amcOrderId}.pdf`, mimeType: 'application/pdf', content };
  });
}

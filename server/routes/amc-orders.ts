import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/amc-orders.ts';
import { renderOrderDetail } from '#server/documents/amc-order/render-order-detail.ts';
import { renderOrderSummary } from '#server/documents/amc-order/render-order-summary.ts';
import { createAmcOrders } from '#server/domain/amc-orders/create-amc-orders.ts';
import { readOrderDocument } from '#server/domain/amc-orders/read-order-document.ts';
import { searchAmcOrders } from '#server/domain/amc-orders/search-amc-orders.ts';
import type { Services } from '#server/domain/context.ts';
import { mount } from '#server/http/mount.ts';
import { toWireAmcOrder } from './to-wire-amc-order.ts';
import { toWireFile } from './to-wire-file.ts';
import { toWirePagination } from './to-wire-pagination.ts';
import { toWireRows } from './to-wire-rows.ts';

/** Orders for the central purchasing body and their documents (§7). */
export function registerAmcOrdersRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.createAmcOrders, ({ body }, caller, { checked }) => {
    const request = { purchasesIds: body.purchasesIds, orderDate: new Date(body.orderDate) };
    return createAmcOrders(services, caller, request, (orders) => checked({ orders: orders.map(toWireAmcOrder) }));
  });

  mount(app, services, calls.searchAmcOrders, async ({ query }, caller, { leaveOut }) => {
    const found = await searchAmcOrders(services, caller, query);
    const orders = toWireRows(found, ({ amcOrderId }) => amcOrderId, toWireAmcOrder, leaveOut);
    return { orders, pagination: toWirePagination(found) };
  });

  mount(app, services, calls.downloadAmcOrderCsv, async ({ params }, caller) => {
    const content = await readOrderDocument(services, caller, params.amcOrderId);
    return toWireFile(`ordine-amc-${params.amcOrderId}.csv`, 'text/csv', renderOrderDetail(content));
  });

  mount(app, services, calls.downloadAmcOrderPdf, async ({ query }, caller) => {
    const content = await readOrderDocument(services, caller, query.amcOrderId, query);
    return toWireFile(`ordine-amc-${query.amcOrderId}.pdf`, 'application/pdf', await renderOrderSummary(content));
  });
}

import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/amc-orders.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { orderDetailSheet } from '#server/documents/amc-order/order-detail.ts';
import { orderListSheet } from '#server/documents/amc-order-list/order-list.ts';
import { renderOrderListPdf } from '#server/documents/amc-order-list/render-order-list-pdf.ts';
import { renderOrderSummary } from '#server/documents/amc-order/render-order-summary.ts';
import { createAmcOrders } from '#server/domain/amc-orders/create-amc-orders.ts';
import { previewAmcOrders } from '#server/domain/amc-orders/preview-amc-orders.ts';
import { readOrderDocument } from '#server/domain/amc-orders/read-order-document.ts';
import { readOrderList } from '#server/domain/amc-orders/read-order-list.ts';
import { readOrderTotals } from '#server/domain/amc-orders/read-order-totals.ts';
import { searchAmcOrders } from '#server/domain/amc-orders/search-amc-orders.ts';
import { sheetFile } from '#server/documents/sheets/sheet-file.ts';
import type { Services } from '#server/domain/context.ts';
import { registerDocumentRoute } from '#server/http/register/register-document-route.ts';
import { registerListRoute } from '#server/http/register/register-list-route.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializeAmcOrder, serializeAmcOrderPreview } from '#server/serializers/amc-order.ts';
import { serializePagination } from '#server/serializers/pagination.ts';
import { serializeRows } from '#server/serializers/rows.ts';
import { serializeSubtotal } from '#server/serializers/subtotal.ts';

/** Orders for the central purchasing body and their documents (§7). */
export function registerAmcOrdersRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.previewAmcOrders, async ({ body }, principal) => {
    const orders = await previewAmcOrders(services, principal, body.purchasesIds);
    return { orders: orders.map(serializeAmcOrderPreview) };
  });

  registerRoute(app, services, calls.createAmcOrders, ({ body }, principal, { checked }) => {
    const request = { purchasesIds: body.purchasesIds, orderDate: new Date(body.orderDate) };
    return createAmcOrders(services, principal, request, (orders) =>
      checked({ orders: orders.map(serializeAmcOrder) }),
    );
  });

  registerListRoute(
    app,
    services,
    calls.searchAmcOrders,
    async function* ({ query }, principal, { leaveOut, signal, readServices }) {
      const found = await searchAmcOrders(readServices, principal, query, signal);
      for await (const batch of found.batches) {
        const orders = serializeRows(batch, ({ amcOrderId }) => amcOrderId, serializeAmcOrder, leaveOut);
        yield { orders, pagination: serializePagination(found) };
      }
    },
  );

  registerRoute(app, services, calls.readAmcOrderTotals, async ({ query }, principal, { readServices }) => {
    const { valid, rejected } = await readOrderTotals(readServices, principal, query);
    return { totals: { valid: serializeSubtotal(valid), rejected: serializeSubtotal(rejected) } };
  });

  registerDocumentRoute(
    app,
    services,
    calls.downloadAmcOrdersCsv,
    async ({ query: { format, ...query } }, principal, { signal, readServices }) => {
      const list = await readOrderList(readServices, principal, query, signal);
      return sheetFile(`ordini-amc-${romeDay(list.madeAt)}`, format, orderListSheet(list));
    },
  );

  registerDocumentRoute(
    app,
    services,
    calls.downloadAmcOrdersPdf,
    async ({ query }, principal, { signal, readServices }) => {
      const list = await readOrderList(readServices, principal, query, signal);
      const fileName = `ordini-amc-${romeDay(list.madeAt)}.pdf`;
      return { fileName, mimeType: 'application/pdf', content: [await renderOrderListPdf(list, signal)] };
    },
  );

  registerDocumentRoute(
    app,
    services,
    calls.downloadAmcOrderCsv,
    async ({ params, query }, principal, { signal, readServices }) => {
      const sheet = orderDetailSheet(await readOrderDocument(readServices, principal, params, signal));
      return sheetFile(`ordine-amc-${params.amcOrderId}`, query.format, sheet);
    },
  );

  registerDocumentRoute(
    app,
    services,
    calls.downloadAmcOrderPdf,
    async ({ query }, principal, { signal, readServices }) => {
      const content = [
        await renderOrderSummary(await readOrderDocument(readServices, principal, query, signal), signal),
      ];
      return { fileName: `ordine-amc-${query.amcOrderId}.pdf`, mimeType: 'application/pdf', content };
    },
  );
}

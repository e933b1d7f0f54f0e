import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/amc-orders.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { pdfFile } from '#server/documents/render-pdf.ts';
import { sheetFile } from '#server/documents/sheet-file.ts';
import { serializePagination } from '#server/http/answers.ts';
import { registerDocumentRoute, registerListRoute, registerRoute } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { searchAmcOrders } from './amc-order.ts';
import { createAmcOrders } from './create-orders.ts';
import { makeElectronicOrder } from './electronic-order.ts';
import { previewAmcOrders } from './open-orders.ts';
import { orderDetailSheet, orderSummary } from './order-documents.ts';
import { orderListDocument, orderListSheet, readOrderList, readOrderTotals } from './order-list.ts';
import { readOrderDocument } from './read-order-document.ts';

/** Orders for the central purchasing body and their documents (§7). */
export function registerAmcOrdersRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.previewAmcOrders, async ({ body }, principal) => ({
    orders: await previewAmcOrders(services, principal, body.purchasesIds),
  }));

  registerRoute(app, services, calls.createAmcOrders, ({ body }, principal, { checked }) => {
    const request = { purchasesIds: body.purchasesIds, orderDate: new Date(body.orderDate) };
    return createAmcOrders(services, principal, request, (orders) => checked({ orders }));
  });

  registerListRoute(app, services, calls.searchAmcOrders, async function* ({ query }, principal, { leaveOut, signal }) {
    const found = await searchAmcOrders(services, principal, query, signal);
    for await (const { rows: orders, unreadable } of found.batches) {
      leaveOut(unreadable);
      yield { orders, pagination: serializePagination(found) };
    }
  });

  registerRoute(app, services, calls.readAmcOrderTotals, async ({ query }, principal) => ({
    totals: await readOrderTotals(services, principal, query),
  }));

  registerDocumentRoute(
    app,
    services,
    calls.downloadAmcOrdersCsv,
    async ({ query: { format, ...query } }, principal, { signal }) => {
      const list = await readOrderList(services, principal, query, signal);
      return sheetFile(`ordini-amc-${romeDay(list.madeAt)}`, format, orderListSheet(list));
    },
  );

  registerDocumentRoute(app, services, calls.downloadAmcOrdersPdf, async ({ query }, principal, { signal }) => {
    const list = await readOrderList(services, principal, query, signal);
    return pdfFile(`ordini-amc-${romeDay(list.madeAt)}`, () => orderListDocument(list), signal);
  });

  registerDocumentRoute(app, services, calls.downloadAmcOrderCsv, async ({ params, query }, principal, { signal }) => {
    const sheet = orderDetailSheet(
      await readOrderDocument(services, principal, params, { shows: 'purchases', signal }),
    );
    return sheetFile(`ordine-amc-${params.amcOrderId}`, query.format, sheet);
  });

  registerDocumentRoute(app, services, calls.downloadAmcOrderPdf, async ({ query }, principal, { signal }) => {
    const order = await readOrderDocument(services, principal, query, { shows: 'sums', signal });
    const document = async () => orderSummary(order, await order.totals());
    return pdfFile(`ordine-amc-${query.amcOrderId}`, document, signal);
  });

  registerDocumentRoute(app, services, calls.downloadAmcOrderUbl, async ({ params }, principal, { signal }) => {
    const order = await readOrderDocument(services, principal, params, { shows: 'sums', signal });
    const content = await makeElectronicOrder(services.db, order, signal);
    return { fileName: `ordine-amc-${params.amcOrderId}.xml`, mimeType: 'application/xml', content };
  });
}

import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/purchases.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { purchaseListSheet } from '#server/documents/sheets/purchase-list.ts';
import { sheetFile } from '#server/documents/sheets/sheet-file.ts';
import { storeTransactionsSheet } from '#server/documents/sheets/store-transactions.ts';
import { renderReceipt } from '#server/documents/receipt/render-receipt.ts';
import { renderRollReceipt } from '#server/documents/receipt/render-roll-receipt.ts';
import type { Services } from '#server/domain/context.ts';
import { checkCancellation } from '#server/domain/purchases/check-cancellation.ts';
import { checkPurchase } from '#server/domain/purchases/check-purchase.ts';
import { executeCancellation } from '#server/domain/purchases/execute-cancellation.ts';
import { executePurchase } from '#server/domain/purchases/execute-purchase.ts';
import { readPurchaseList } from '#server/domain/purchases/read-purchase-list.ts';
import { readPurchaseTotals } from '#server/domain/purchases/read-purchase-totals.ts';
import { readReceipt } from '#server/domain/purchases/read-receipt.ts';
import { readStoreTransactions } from '#server/domain/purchases/read-store-transactions.ts';
import { searchPurchases } from '#server/domain/purchases/search-purchases.ts';
import { registerDocumentRoute } from '#server/http/register/register-document-route.ts';
import { registerListRoute } from '#server/http/register/register-list-route.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializeFile } from '#server/serializers/file.ts';
import { serializeLine } from '#server/serializers/line.ts';
import { serializePagination } from '#server/serializers/pagination.ts';
import { serializePurchase } from '#server/serializers/purchase.ts';
import { serializeRows } from '#server/serializers/rows.ts';
import { serializeSubtotal } from '#server/serializers/subtotal.ts';

/** Purchase and cancellation, the history of purchases and its documents (§7). */
export function registerPurchasesRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, calls.checkPurchase, async ({ params }, principal) => ({
    txCommand: await checkPurchase(services, principal, params.cartId),
  }));

  registerRoute(app, services, calls.executePurchase, ({ params, body }, principal, { checked }) =>
    executePurchase(services, principal, params.cartId, body, ({ purchaseId, lines }) =>
      checked({ purchase: { purchaseId, items: lines.map(serializeLine) } }),
    ),
  );

  registerRoute(app, services, calls.checkCancellation, async ({ params }, principal) => ({
    txCommand: await checkCancellation(services, principal, params.purchaseId),
  }));

  registerRoute(app, services, calls.executeCancellation, async ({ params, body }, principal) => ({
    purchase: await executeCancellation(services, principal, params.purchaseId, body),
  }));

  registerListRoute(
    app,
    services,
    calls.searchPurchases,
    async function* ({ query }, principal, { leaveOut, signal, readServices }) {
      const found = await searchPurchases(readServices, principal, query, signal);
      for await (const batch of found.batches) {
        const purchases = serializeRows(batch, ({ purchaseId }) => purchaseId, serializePurchase, leaveOut);
        yield { purchases, pagination: serializePagination(found) };
      }
    },
  );

  registerRoute(app, services, calls.readPurchaseTotals, async ({ query }, principal, { readServices }) => {
    const { ACTIVE, CANCELLED } = await readPurchaseTotals(readServices, principal, query);
    return { totals: { active: serializeSubtotal(ACTIVE), cancelled: serializeSubtotal(CANCELLED) } };
  });

  registerDocumentRoute(
    app,
    services,
    calls.downloadPurchases,
    async ({ query: { format, ...query } }, principal, { signal, readServices }) => {
      const list = await readPurchaseList(readServices, principal, query, signal);
      return sheetFile(`storico-acquisti-${romeDay(list.madeAt)}`, format, purchaseListSheet(list));
    },
  );

  registerRoute(app, services, calls.downloadReceipt, async ({ params }, principal) => {
    const receipt = await readReceipt(services, principal, params.purchaseId);
    const content = await renderReceipt(receipt, services.now());
    return serializeFile(`ricevuta-${receipt.purchaseId}.pdf`, 'application/pdf', content);
  });

  registerRoute(app, services, calls.downloadRollReceipt, async ({ params }, principal) => {
    const receipt = await readReceipt(services, principal, params.purchaseId);
    const content = await renderRollReceipt(receipt, services.now());
    return serializeFile(`ricevuta-${receipt.purchaseId}-80mm.pdf`, 'application/pdf', content);
  });

  registerDocumentRoute(
    app,
    services,
    calls.downloadStoreTransactions,
    async ({ params, query: { format } }, principal, { signal, readServices }) => {
      const transactions = await readStoreTransactions(readServices, principal, params.storeId, signal);
      const name = `transazioni-${params.storeId}-${romeDay(transactions.madeAt)}`;
      return sheetFile(name, format, storeTransactionsSheet(transactions));
    },
  );
}

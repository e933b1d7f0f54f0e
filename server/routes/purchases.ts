import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/purchases.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { renderPurchaseList } from '#server/documents/csv/render-purchase-list.ts';
import { renderStoreTransactions } from '#server/documents/csv/render-store-transactions.ts';
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
import { mountDocument } from '#server/http/mount-document.ts';
import { mountList } from '#server/http/mount-list.ts';
import { mount } from '#server/http/mount.ts';
import { toWireFile } from './to-wire-file.ts';
import { toWireLine } from './to-wire-line.ts';
import { toWirePagination } from './to-wire-pagination.ts';
import { toWirePurchase } from './to-wire-purchase.ts';
import { toWireRows } from './to-wire-rows.ts';
import { toWireSubtotal } from './to-wire-subtotal.ts';

/** Buying a cart, cancelling a purchase, the history of purchases and its documents (§7). */
export function registerPurchasesRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, calls.checkPurchase, async ({ params }, caller) => ({
    txCommand: await checkPurchase(services, caller, params.cartId),
  }));

  mount(app, services, calls.executePurchase, ({ params, body }, caller, { checked }) =>
    executePurchase(services, caller, params.cartId, body, ({ purchaseId, lines }) =>
      checked({ purchase: { purchaseId, items: lines.map(toWireLine) } }),
    ),
  );

  mount(app, services, calls.checkCancellation, async ({ params }, caller) => ({
    txCommand: await checkCancellation(services, caller, params.purchaseId),
  }));

  mount(app, services, calls.executeCancellation, async ({ params, body }, caller) => ({
    purchase: await executeCancellation(services, caller, params.purchaseId, body),
  }));

  mountList(app, services, calls.searchPurchases, async function* ({ query }, caller, { leaveOut, signal }) {
    const found = await searchPurchases(services, caller, query, signal);
    for await (const batch of found.batches) {
      const purchases = toWireRows(batch, ({ purchaseId }) => purchaseId, toWirePurchase, leaveOut);
      yield { purchases, pagination: toWirePagination(found) };
    }
  });

  mount(app, services, calls.readPurchaseTotals, async ({ query }, caller) => {
    const { ACTIVE, CANCELLED } = await readPurchaseTotals(services, caller, query);
    return { totals: { active: toWireSubtotal(ACTIVE), cancelled: toWireSubtotal(CANCELLED) } };
  });

  mountDocument(app, services, calls.downloadPurchases, async ({ query }, caller, signal) => {
    const list = await readPurchaseList(services, caller, query, signal);
    const content = renderPurchaseList(list);
    return { fileName: `storico-acquisti-${romeDay(list.madeAt)}.csv`, mimeType: 'text/csv', content };
  });

  mount(app, services, calls.downloadReceipt, async ({ params }, caller) => {
    const receipt = await readReceipt(services, caller, params.purchaseId);
    const content = await renderReceipt(receipt, services.now());
    return toWireFile(`ricevuta-${receipt.purchaseId}.pdf`, 'application/pdf', content);
  });

  mount(app, services, calls.downloadRollReceipt, async ({ params }, caller) => {
    const receipt = await readReceipt(services, caller, params.purchaseId);
    const content = await renderRollReceipt(receipt, services.now());
    return toWireFile(`ricevuta-${receipt.purchaseId}-80mm.pdf`, 'application/pdf', content);
  });

  mountDocument(app, services, calls.downloadStoreTransactions, async ({ params }, caller, signal) => {
    const transactions = await readStoreTransactions(services, caller, params.storeId, signal);
    const fileName = `transazioni-${params.storeId}-${romeDay(transactions.madeAt)}.csv`;
    return { fileName, mimeType: 'text/csv', content: renderStoreTransactions(transactions) };
  });
}

import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/calls/purchases.ts';
import { romeDay } from '#contract/rules/dates.ts';
import { renderPdf } from '#server/documents/render-pdf.ts';
import { sheetFile } from '#server/documents/sheet-file.ts';
import { serializeFile, serializePagination } from '#server/http/answers.ts';
import { registerDocumentRoute, registerListRoute, registerRoute } from '#server/http/routes.ts';
import { checkPurchase, executePurchase } from '#server/sale/purchase.ts';
import type { Services } from '#server/services.ts';
import { checkCancellation, executeCancellation } from './cancel-purchase.ts';
import { purchaseListSheet, readPurchaseList } from './purchase-list.ts';
import { type Receipt, readReceipt } from './read-receipt.ts';
import { readProvenReceipt, receiptCode } from './receipt-proof.ts';
import { receiptDocument, rollReceiptDocument } from './render-receipt.ts';
import { readPurchaseTotals, searchPurchases } from './search-purchases.ts';
import { readStoreTransactions, storeTransactionsSheet } from './store-transactions.ts';

/** The page of the portal that reads the code of a receipt, from the part of the address that no server gets. */
const RECEIPT_PAGE = '/verifica-ricevuta';

/** Purchase and cancellation, the history of purchases and its documents (§7). */
export function registerPurchasesRoutes(app: FastifyInstance, services: Services, portalUrl: string): void {
  const addressOfProof = async ({ purchaseId }: Receipt) =>
    `${portalUrl}${RECEIPT_PAGE}#${await receiptCode(services.db, purchaseId)}`;

  registerRoute(app, services, calls.checkPurchase, ({ params }, principal, { kept }) =>
    checkPurchase(services, principal, params.cartId, ({ patientId, ...txCommand }, trx) =>
      kept(trx, patientId, { txCommand }),
    ),
  );

  registerRoute(app, services, calls.executePurchase, ({ params, body }, principal, { kept }) =>
    executePurchase(services, principal, params.cartId, body, ({ patientId, ...purchase }, trx) =>
      kept(trx, patientId, { purchase }),
    ),
  );

  registerRoute(app, services, calls.checkCancellation, ({ params }, principal, { kept }) =>
    checkCancellation(services, principal, params.purchaseId, ({ patientId, ...txCommand }, trx) =>
      kept(trx, patientId, { txCommand }),
    ),
  );

  registerRoute(app, services, calls.executeCancellation, ({ params, body }, principal, { kept }) =>
    executeCancellation(services, principal, params.purchaseId, body, ({ patientId, ...purchase }, trx) =>
      kept(trx, patientId, { purchase }),
    ),
  );

  registerListRoute(app, services, calls.searchPurchases, async function* ({ query }, principal, { leaveOut, signal }) {
    const found = await searchPurchases(services, principal, query, signal);
    for await (const { rows: purchases, unreadable } of found.batches) {
      leaveOut(unreadable);
      yield { purchases, pagination: serializePagination(found) };
    }
  });

  registerRoute(app, services, calls.readPurchaseTotals, async ({ query }, principal) => {
    const { ACTIVE, CANCELLED } = await readPurchaseTotals(services, principal, query);
    return { totals: { active: ACTIVE, cancelled: CANCELLED } };
  });

  registerDocumentRoute(
    app,
    services,
    calls.downloadPurchases,
    async ({ query: { format, ...query } }, principal, { signal }) => {
      const list = await readPurchaseList(services, principal, query, signal);
      return sheetFile(`storico-acquisti-${romeDay(list.madeAt)}`, format, purchaseListSheet(list));
    },
  );

  registerRoute(app, services, calls.downloadReceipt, async ({ params }, principal) => {
    const receipt = await readReceipt(services, principal, params.purchaseId);
    const document = receiptDocument(receipt, services.now(), await addressOfProof(receipt));
    return serializeFile(`ricevuta-${receipt.purchaseId}.pdf`, 'application/pdf', await renderPdf(document));
  });

  registerRoute(app, services, calls.downloadRollReceipt, async ({ params, query: { format = '80' } }, principal) => {
    const receipt = await readReceipt(services, principal, params.purchaseId);
    const document = rollReceiptDocument(receipt, services.now(), await addressOfProof(receipt), format);
    const name = `ricevuta-${receipt.purchaseId}-${format}mm.pdf`;
    return serializeFile(name, 'application/pdf', await renderPdf(document));
  });

  registerRoute(app, services, calls.verifyReceipt, ({ body }) => readProvenReceipt(services.db, body.code));

  registerDocumentRoute(
    app,
    services,
    calls.downloadStoreTransactions,
    async ({ params, query: { format } }, principal, { signal }) => {
      const transactions = await readStoreTransactions(services, principal, params.storeId, signal);
      const name = `transazioni-${params.storeId}-${romeDay(transactions.madeAt)}`;
      return sheetFile(name, format, storeTransactionsSheet(transactions));
    },
  );
}

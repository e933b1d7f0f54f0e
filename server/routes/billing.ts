import type { FastifyInstance } from 'fastify';
import {
  downloadBillProducts,
  downloadBillSummary,
  readBillTotals as readTotalsCall,
} from '#contract/calls/billing-summary.ts';
import { billDetailSheet } from '#server/documents/bill/bill-detail.ts';
import { renderBillSummary } from '#server/documents/bill/render-bill-summary.ts';
import { readBill } from '#server/domain/billing/read-bill.ts';
import { readBillTotals } from '#server/domain/billing/read-bill-totals.ts';
import { sheetFile } from '#server/documents/sheets/sheet-file.ts';
import type { Services } from '#server/domain/context.ts';
import { registerDocumentRoute } from '#server/http/register/register-document-route.ts';
import { registerRoute } from '#server/http/register/register-route.ts';
import { serializeBillPreview } from '#server/serializers/bill-preview.ts';

/** The billing documents (§7), both made from the same bill, and a preview of their totals. */
export function registerBillingRoutes(app: FastifyInstance, services: Services): void {
  registerDocumentRoute(app, services, downloadBillSummary, async ({ query }, principal, { signal, readServices }) => {
    const bill = await readBill(readServices, services.db, principal, query, signal);
    const { first, last } = bill.period;
    const fileName = `prospetto-fatturazione-${first}-${last}.pdf`;
    return { fileName, mimeType: 'application/pdf', content: [await renderBillSummary(bill, signal)] };
  });

  registerDocumentRoute(
    app,
    services,
    downloadBillProducts,
    async ({ query: { format, ...query } }, principal, tools) => {
      const bill = await readBill(tools.readServices, services.db, principal, query, tools.signal);
      const { first, last } = bill.period;
      return sheetFile(`dettaglio-fatturazione-${first}-${last}`, format, billDetailSheet(bill));
    },
  );

  registerRoute(app, services, readTotalsCall, async ({ query }, principal) => {
    return { totals: serializeBillPreview(await readBillTotals(services, principal, query)) };
  });
}

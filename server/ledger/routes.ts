import type { FastifyInstance } from 'fastify';
import * as closingCalls from '#contract/admin/closings.ts';
import * as spendingCalls from '#contract/admin/spending.ts';
import {
  downloadBillProducts,
  downloadBillSummary,
  downloadInvoiceDraft,
  readBillParts as readPartsCall,
  readBillTotals as readTotalsCall,
} from '#contract/calls/billing-summary.ts';
import { pdfFile } from '#server/documents/render-pdf.ts';
import { sheetFile } from '#server/documents/sheet-file.ts';
import { serializePagination } from '#server/http/answers.ts';
import { dayOfRequest, romeDay } from '#contract/rules/dates.ts';
import { registerDocumentRoute, registerRoute } from '#server/http/routes.ts';
import { readMade } from '#server/reference/users.ts';
import type { Services } from '#server/services.ts';
import { billDetailSheet, billSummary } from './bill-documents.ts';
import { readBill, readBillParts, readBillTotals } from './bill.ts';
import { closeMonth, readAllClosings, searchClosings } from './closings.ts';
import { readAllFindings, searchFindings } from './findings.ts';
import { draftInvoice } from './invoice.ts';
import { readAllMismatches, searchMismatches } from './mismatches.ts';
import { readMonth } from './month.ts';
import { closingsSheet, findingsSheet, mismatchesSheet } from './office-sheets.ts';
import { readSpending, readSpendingList, spendingSheet } from './spending.ts';

/** The billing documents (§7), both made from the same bill, and a preview of their totals. */
export function registerBillingRoutes(app: FastifyInstance, services: Services): void {
  registerDocumentRoute(app, services, downloadBillSummary, async ({ query }, principal, { signal }) => {
    const bill = await readBill(services, principal, query, { shows: 'sums', signal });
    const { first, last } = bill.period;
    const document = async () => billSummary(bill, await bill.totals());
    return pdfFile(`prospetto-fatturazione-${first}-${last}`, document, signal);
  });

  registerDocumentRoute(
    app,
    services,
    downloadBillProducts,
    async ({ query: { format, ...query } }, principal, tools) => {
      const bill = await readBill(services, principal, query, { shows: 'purchases', ...tools });
      const { first, last } = bill.period;
      return sheetFile(`dettaglio-fatturazione-${first}-${last}`, format, billDetailSheet(bill));
    },
  );

  registerRoute(app, services, readTotalsCall, async ({ query }, principal) => ({
    totals: await readBillTotals(services, principal, query),
  }));

  registerDocumentRoute(app, services, downloadInvoiceDraft, async ({ query }, principal) => {
    const content = [Buffer.from(await draftInvoice(services, principal, query))];
    const fileName = `bozza-fattura-${dayOfRequest(query.month).slice(0, 7)}.xml`;
    return { fileName, mimeType: 'application/xml', content };
  });

  registerRoute(app, services, readPartsCall, ({ query }, principal) => readBillParts(services, principal, query));
}

/** The closing of months (rules §9). */
export function registerClosingsRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, closingCalls.searchClosings, async ({ query }, principal) => {
    const found = await searchClosings(services, principal, query);
    return { rows: found.rows, pagination: serializePagination(found) };
  });

  registerDocumentRoute(app, services, closingCalls.downloadClosings, async ({ query }, principal, { signal }) => {
    const { format, ...search } = query;
    const made = await readMade(services, principal);
    const batches = readAllClosings(services, principal, search, signal);
    return sheetFile(`chiusure-${romeDay(made.madeAt)}`, format, closingsSheet(batches, made));
  });

  registerRoute(app, services, closingCalls.readMonthFigures, async ({ query }, principal) => ({
    month: await readMonth(services, principal, query),
  }));

  registerRoute(app, services, closingCalls.searchMonthMismatches, async ({ query }, principal) => {
    const found = await searchMismatches(services, principal, query);
    return { rows: found.rows, pagination: serializePagination(found) };
  });

  registerDocumentRoute(
    app,
    services,
    closingCalls.downloadMonthMismatches,
    async ({ query }, principal, { signal }) => {
      const { format, ...search } = query;
      const made = await readMade(services, principal);
      const batches = await readAllMismatches(services, principal, search, signal);
      return sheetFile(`da-verificare-${search.month.slice(0, 7)}`, format, mismatchesSheet(batches, made));
    },
  );

  registerRoute(app, services, closingCalls.closeMonth, ({ body }, principal, { checked }) =>
    closeMonth(services, principal, body, (closing) => checked({ row: closing })),
  );
}

/** The spending and its findings (rules §9). */
export function registerSpendingRoutes(app: FastifyInstance, services: Services): void {
  registerRoute(app, services, spendingCalls.readSpending, async ({ query }, principal) => ({
    spending: await readSpending(services, principal, query),
  }));

  registerDocumentRoute(app, services, spendingCalls.downloadSpending, async ({ query }, principal) => {
    const { format, ...search } = query;
    const sheet = spendingSheet(await readSpendingList(services, principal, search));
    return sheetFile(`spesa-${query.monthStart.slice(0, 7)}-${query.monthEnd.slice(0, 7)}`, format, sheet);
  });

  registerRoute(app, services, spendingCalls.searchFindings, async ({ query }, principal) => {
    const found = await searchFindings(services, principal, query);
    return { rows: found.rows, pagination: serializePagination(found) };
  });

  registerDocumentRoute(app, services, spendingCalls.downloadFindings, async ({ query }, principal, { signal }) => {
    const { format, ...search } = query;
    const made = await readMade(services, principal);
    const batches = readAllFindings(services, principal, search, signal);
    const months = `${query.monthStart.slice(0, 7)}-${query.monthEnd.slice(0, 7)}`;
    return sheetFile(`situazioni-da-verificare-${months}`, format, findingsSheet(batches, made));
  });
}

import type { FastifyInstance } from 'fastify';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { renderBillDetail } from '#server/documents/bill/render-bill-detail.ts';
import { renderBillSummary } from '#server/documents/bill/render-bill-summary.ts';
import { readBill } from '#server/domain/billing/read-bill.ts';
import type { Services } from '#server/domain/context.ts';
import { mount } from '#server/http/mount.ts';
import { toWireFile } from './to-wire-file.ts';

/** The documents by which a shop is paid: both are made from the same bill (§7). */
export function registerBillingRoutes(app: FastifyInstance, services: Services): void {
  mount(app, services, downloadBillSummary, async ({ query }, caller) => {
    const bill = await readBill(services, caller, query);
    const { first, last } = bill.period;
    const fileName = `prospetto-fatturazione-${first}-${last}.pdf`;
    return toWireFile(fileName, 'application/pdf', await renderBillSummary(bill));
  });

  mount(app, services, downloadBillProducts, async ({ query }, caller) => {
    const bill = await readBill(services, caller, query);
    const { first, last } = bill.period;
    return toWireFile(`dettaglio-fatturazione-${first}-${last}.csv`, 'text/csv', renderBillDetail(bill));
  });
}

import type { FastifyInstance } from 'fastify';
import {
  downloadBillProducts,
  downloadBillSummary,
  readBillTotals as readTotalsCall,
} from '#contract/calls/billing-summary.ts';
import { toOffsetTimestamp } from '#contract/rules/dates.ts';
import { toWire } from '#contract/rules/money.ts';
import { renderBillDetail } from '#server/documents/bill/render-bill-detail.ts';
import { renderBillSummary } from '#server/documents/bill/render-bill-summary.ts';
import { readBill } from '#server/domain/billing/read-bill.ts';
import { readBillTotals } from '#server/domain/billing/read-bill-totals.ts';
import type { Services } from '#server/domain/context.ts';
import { mountDocument } from '#server/http/mount-document.ts';
import { mount } from '#server/http/mount.ts';
import { toWireSubtotal } from './to-wire-subtotal.ts';

/** The documents by which a shop is paid: both are made from the same bill (§7); and what they would say. */
export function registerBillingRoutes(app: FastifyInstance, services: Services): void {
  mountDocument(app, services, downloadBillSummary, async ({ query }, caller, signal) => {
    const bill = await readBill(services, caller, query, signal);
    const { first, last } = bill.period;
    const fileName = `prospetto-fatturazione-${first}-${last}.pdf`;
    return { fileName, mimeType: 'application/pdf', content: [await renderBillSummary(bill)] };
  });

  mountDocument(app, services, downloadBillProducts, async ({ query }, caller, signal) => {
    const bill = await readBill(services, caller, query, signal);
    const { first, last } = bill.period;
    const fileName = `dettaglio-fatturazione-${first}-${last}.csv`;
    return { fileName, mimeType: 'text/csv', content: renderBillDetail(bill) };
  });

  mount(app, services, readTotalsCall, async ({ query }, caller) => {
    const found = await readBillTotals(services, caller, query);
    const { purchases, cancellations, corrections, total, isPeriodOver, closedMonths } = found;
    return {
      totals: {
        purchases: toWireSubtotal(purchases),
        cancellations: toWireSubtotal(cancellations),
        corrections: toWireSubtotal(corrections),
        total: toWire(total),
        isPeriodOver,
        closedMonths: closedMonths.map(({ closedAt, ...closed }) => ({
          ...closed,
          closeTime: toOffsetTimestamp(closedAt),
        })),
      },
    };
  });
}

import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Bill } from '#server/domain/billing/bill.ts';
import { createPdf, finishPdf } from '../pdf/create-pdf.ts';
import { readToEnd } from '../read-to-end.ts';
import { drawFooters } from '../pdf/draw-footers.ts';
import { drawBillHeading } from './draw-bill-heading.ts';
import { drawBillTables } from './draw-bill-tables.ts';

/**
 * The billing summary of a period as an A4 PDF (§2): totals by day, store and company, corrections of earlier sales in
 * their own table, and the same control total as in the detail (rules §7).
 */
export async function renderBillSummary(bill: Bill, signal?: AbortSignal): Promise<Buffer> {
  const { madeAt, requester, period } = bill;
  await readToEnd(bill.entries);
  const totals = bill.totals();
  const days = `dal ${formatDay(period.first)} al ${formatDay(period.last)}`;
  const pdf = await createPdf({
    title: `Prospetto di fatturazione ${days}`,
    author: requester.organisation,
    madeAt,
    signal,
  });
  await drawBillTables(pdf, bill, totals, drawBillHeading(pdf, bill, totals));
  const control = formatTotal(totals.controlTotal);
  drawFooters(
    pdf,
    `Prospetto ${days} · Documento generato il ${formatInstant(madeAt)} · Totale di controllo ${control}`,
  );
  return finishPdf(pdf);
}

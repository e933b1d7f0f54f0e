import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { AmcOrderDocument } from '#server/domain/amc-orders/read-order-document.ts';
import type { OrderTotals } from '#server/domain/amc-orders/total-order.ts';
import { type Pdf, createPdf, finishPdf } from '../pdf/create-pdf.ts';
import { readToEnd } from '../read-to-end.ts';
import { drawFooters } from '../pdf/draw-footers.ts';
import { drawSection } from '../pdf/draw-section.ts';
import { type Column, drawTable } from '../pdf/draw-table.ts';
import { drawOrderHeading } from './draw-order-heading.ts';

const DAYS: readonly Column[] = [
  { title: 'Giorno', align: 'left' },
  { title: 'Acquisti', width: 90, align: 'right' },
  { title: 'Importo', width: 110, align: 'right' },
];

const PRODUCTS: readonly Column[] = [
  { title: 'Prodotto', align: 'left' },
  { title: 'Quantità', width: 90, align: 'right' },
  { title: 'Importo', width: 110, align: 'right' },
];

function drawDays(pdf: Pdf, { order }: AmcOrderDocument, content: OrderTotals, top: number): Promise<number> {
  const { days, purchaseCount } = content;
  const rows = days.map(({ day, subtotal }) => [formatDay(day), String(subtotal.count), formatTotal(subtotal.amount)]);
  const totals = ['Totale ordine', String(purchaseCount), formatTotal(order.amount)];
  return drawTable(pdf, { columns: DAYS, rows, totals, isDense: true }, drawSection(pdf, 'Totali per giorno', top));
}

function drawProducts(pdf: Pdf, { order }: AmcOrderDocument, { products }: OrderTotals, top: number): Promise<number> {
  const rows = products.map(({ productName, ean1, manufacturer, quantity, amount }) => [
    [productName, `${manufacturer} · EAN ${ean1}`] as const,
    String(quantity),
    formatTotal(amount),
  ]);
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0);
  const totals = ['Totale ordine', String(pieces), formatTotal(order.amount)];
  const table = { columns: PRODUCTS, rows, totals, isDense: true };
  return drawTable(pdf, table, drawSection(pdf, 'Totali per prodotto', top));
}

/**
 * The summary of an AMC order as an A4 PDF (§2): totals by day and by product, and the same control total as in the
 * detail (rules §7).
 */
export async function renderOrderSummary(content: AmcOrderDocument, signal: AbortSignal): Promise<Buffer> {
  const { order, business, madeAt } = content;
  await readToEnd(content.entries);
  const totals = content.totals();
  const pdf = await createPdf({
    title: `Riepilogo ordine AMC n. ${order.amcOrderId}`,
    author: business.companyName,
    madeAt,
    signal,
  });
  const belowDays = await drawDays(pdf, content, totals, drawOrderHeading(pdf, content, totals));
  await drawProducts(pdf, content, totals, belowDays);
  const control = formatTotal(totals.controlTotal);
  drawFooters(
    pdf,
    `Ordine AMC n. ${order.amcOrderId} · Documento generato il ${formatInstant(madeAt)} · Totale di controllo ${control}`,
  );
  return finishPdf(pdf);
}

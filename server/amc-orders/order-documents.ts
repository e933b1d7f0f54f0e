import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { type Column, drawTable } from '#server/documents/pdf-table.ts';
import {
  createPdf,
  drawBanner,
  drawFacts,
  drawFooters,
  drawParties,
  drawSection,
  drawTitle,
  finishPdf,
  type Party,
  type Pdf,
  readToEnd,
} from '#server/documents/pdf.ts';
import { dayCell, type Row, type Sheet } from '#server/documents/sheet.ts';
import type { Entry } from '#server/ledger/entries.ts';
import { ENTRY_COLUMNS, entryRows } from '#server/ledger/entries.ts';
import texts from '../../public/locales/it/table.json' with { type: 'json' };
import type { AmcOrderDocument, OrderTotals } from './read-order-document.ts';

function businessParty({ business, store, order }: AmcOrderDocument): Party {
  return {
    title: 'Esercente',
    name: business.companyName,
    facts: [
      ['Sede', business.address],
      ['Partita IVA', business.vat],
      ['Punto vendita', `${store.name}, ${store.address}`],
      ['Codice', `${order.storeCode} (distretto ${order.districtCode})`],
    ],
  };
}

function payer({ payer: { code, name }, order }: AmcOrderDocument, { days }: OrderTotals): Party {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  const period = first && last ? `dal ${formatDay(first)} al ${formatDay(last)}` : 'nessun acquisto';
  return {
    title: 'Ente pagatore',
    name,
    facts: [
      ['Codice', code],
      ['Acquisti', period],
      ['Stato ESB', [texts.status.esbOrder[order.esbStatus], order.esbNumber].filter(Boolean).join(' · ')],
    ],
  };
}

/**
 * Draws the document's title, order, parties, time and requester.
 * @returns the y position below the heading
 */
function drawOrderHeading(pdf: Pdf, content: AmcOrderDocument, totals: OrderTotals): number {
  const { order, madeAt, requester } = content;
  const { controlTotal, lineCount } = totals;
  const belowTitle = drawTitle(pdf, {
    title: 'Riepilogo ordine AMC',
    subject: `Ordine n. ${order.amcOrderId}`,
    date: `del ${formatInstant(order.orderedAt)}`,
  });
  const belowBanner =
    order.esbStatus === 'REJECTED'
      ? drawBanner(pdf, `ORDINE RIFIUTATO: ${order.esbReason ?? '–'}`, belowTitle)
      : belowTitle;
  const belowParties = drawParties(pdf, businessParty(content), payer(content, totals), belowBanner);
  return drawFacts(
    pdf,
    [
      ['Documento generato il', formatInstant(madeAt)],
      ['Generato per', `${requester.name}\n${requester.organisation}`],
      ['Righe di dettaglio', String(lineCount)],
      ['Totale di controllo', formatTotal(controlTotal)],
    ],
    belowParties,
  );
}

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

function period({ days }: OrderTotals): Row {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return first && last ? ['Periodo', dayCell(first), dayCell(last)] : ['Periodo', 'Nessun acquisto'];
}

function factsOf(content: AmcOrderDocument): readonly Row[] {
  const { order, business, store, payer, requester } = content;
  const totals = content.totals();
  return [
    [],
    ['Documento generato il', content.madeAt],
    ['Generato per', requester.name, requester.organisation],
    ['Ordine AMC', order.amcOrderId, 'del', order.orderedAt],
    ['Stato ESB', texts.status.esbOrder[order.esbStatus], ...(order.esbReason === null ? [] : [order.esbReason])],
    ['Esercente', business.companyName, 'Partita IVA', business.vat],
    ['Punto vendita', store.name, 'Codice', order.storeCode, 'Distretto', order.districtCode],
    ['Ente pagatore', payer.name, 'Codice', payer.code],
    period(totals),
    ['Numero acquisti', totals.purchaseCount],
    ['Righe di dettaglio', totals.lineCount],
    ['Totale ordine (€)', order.amount],
    ['Totale di controllo (€)', totals.controlTotal],
  ];
}

/**
 * The detail of an AMC order (§7): one row for each product line, then the parties, the period, the time, the requester
 * and the same totals as in the summary (rules §7).
 */
export function orderDetailSheet(content: AmcOrderDocument): Sheet<Entry> {
  return { columns: ENTRY_COLUMNS, batches: content.entries, toRows: entryRows, facts: () => factsOf(content) };
}

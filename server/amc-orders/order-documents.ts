import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { madeFacts, madeNote, madeRows } from '#server/documents/made.ts';
import type { Column, Party, PdfDocument, PdfPart } from '#server/documents/pdf.ts';
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

function daysTable({ order }: AmcOrderDocument, { days, purchaseCount }: OrderTotals): PdfPart {
  return {
    kind: 'table',
    section: 'Totali per giorno',
    columns: DAYS,
    rows: days.map(({ day, subtotal }) => [formatDay(day), String(subtotal.count), formatTotal(subtotal.amount)]),
    totals: ['Totale ordine', String(purchaseCount), formatTotal(order.amount)],
    isDense: true,
  };
}

function productsTable({ order }: AmcOrderDocument, { products }: OrderTotals): PdfPart {
  const pieces = products.reduce((sum, { quantity }) => sum + quantity, 0);
  return {
    kind: 'table',
    section: 'Totali per prodotto',
    columns: PRODUCTS,
    rows: products.map(({ productName, ean1, manufacturer, quantity, amount }) => [
      [productName, `${manufacturer} · EAN ${ean1}`],
      String(quantity),
      formatTotal(amount),
    ]),
    totals: ['Totale ordine', String(pieces), formatTotal(order.amount)],
    isDense: true,
  };
}

/**
 * The summary of an AMC order in A4 (§2): totals by day and by product, and the same control total as in the detail (rules
 * §7).
 */
export function orderSummary(content: AmcOrderDocument, totals: OrderTotals): PdfDocument {
  const { order, business, madeAt } = content;
  const control = formatTotal(totals.controlTotal);
  return {
    title: `Riepilogo ordine AMC n. ${order.amcOrderId}`,
    author: business.companyName,
    madeAt,
    parts: [
      {
        kind: 'title',
        title: 'Riepilogo ordine AMC',
        subject: `Ordine n. ${order.amcOrderId}`,
        date: `del ${formatInstant(order.orderDate)}`,
      },
      ...(order.esbStatus === 'REJECTED'
        ? [{ kind: 'banner', text: `ORDINE RIFIUTATO: ${order.esbReason ?? '–'}` } as const]
        : []),
      { kind: 'parties', parties: [businessParty(content), payer(content, totals)] },
      {
        kind: 'facts',
        facts: [
          ...madeFacts(content),
          ['Righe di dettaglio', String(totals.lineCount)],
          ['Totale di controllo', control],
        ],
      },
      daysTable(content, totals),
      productsTable(content, totals),
    ],
    note: `Ordine AMC n. ${order.amcOrderId} · ${madeNote(content, `Totale di controllo ${control}`)}`,
  };
}

function period({ days }: OrderTotals): Row {
  const [first, last] = [days[0]?.day, days.at(-1)?.day];
  return first && last ? ['Periodo', dayCell(first), dayCell(last)] : ['Periodo', 'Nessun acquisto'];
}

async function factsOf(content: AmcOrderDocument): Promise<readonly Row[]> {
  const { order, business, store, payer } = content;
  const totals = await content.totals();
  return [
    ...madeRows(content),
    ['Ordine AMC', order.amcOrderId, 'del', order.orderDate],
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

import { formatInstant, romeDay, formatDay } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { AmcOrder } from '#server/domain/amc-orders/amc-order.ts';
import type { OrderList } from '#server/domain/amc-orders/read-order-list.ts';
import { periodOf } from '../filter-facts.ts';
import { createPdf, finishPdf } from '../pdf/create-pdf.ts';
import { drawFooters } from '../pdf/draw-footers.ts';
import { drawFacts } from '../pdf/draw-section.ts';
import { type Column, type TableCell, drawTable } from '../pdf/draw-table.ts';
import { drawTitle } from '../pdf/draw-title.ts';
import { orderFilters } from './order-filters.ts';
import texts from '../../../public/locales/it/table.json' with { type: 'json' };

/** The maximum number of orders in the PDF, newest first. The CSV has all of them. */
const MAX_ORDERS = 2000;

const COLUMNS: readonly Column[] = [
  { title: 'Ordine', width: 60, align: 'left' },
  { title: 'Data', width: 64, align: 'left' },
  { title: 'Esercente e punto vendita', align: 'left' },
  { title: 'Stato ESB', width: 96, align: 'left' },
  { title: 'Importo', width: 80, align: 'right' },
];

function toRow(order: AmcOrder): readonly TableCell[] {
  const { amcOrderId, orderedAt, businessName, storeCode, storeName, districtCode, esbStatus, amount } = order;
  return [
    String(amcOrderId),
    formatDay(romeDay(orderedAt)),
    [businessName, `${storeCode} ${storeName} · distretto ${districtCode}`],
    texts.status.esbOrder[esbStatus],
    formatTotal(amount),
  ];
}

function ordersText(count: number): string {
  return count === 1 ? '1 ordine' : `${count} ordini`;
}

/** The AMC orders as an A4 PDF: the requester, the same control total as in the CSV, and the orders. */
export async function renderOrderListPdf(content: OrderList, signal?: AbortSignal): Promise<Buffer> {
  const { madeAt, requester, orders } = content;
  const drawn: (readonly TableCell[])[] = [];
  for await (const batch of orders) drawn.push(...batch.slice(0, MAX_ORDERS - drawn.length).map(toRow));
  const { valid, rejected, leftOut } = content.totals();
  const all = valid.count + rejected.count;
  const [first, last] = periodOf(content.filters);
  const total = formatTotal(valid.amount);

  const pdf = await createPdf({ title: 'Ordini AMC', author: requester.organisation, madeAt, signal });
  const belowTitle = drawTitle(pdf, { title: 'Ordini AMC', subject: ordersText(all), date: `dal ${first} al ${last}` });
  const belowFacts = drawFacts(
    pdf,
    [
      ['Documento generato il', formatInstant(madeAt)],
      ['Generato per', `${requester.name}\n${requester.organisation}`],
      ['Numero ordini', String(all)],
      ['di cui rifiutati', `${rejected.count} · ${formatTotal(rejected.amount)}`],
      ...(leftOut > 0 ? [['Ordini non leggibili', String(leftOut)] as const] : []),
      ['Totale di controllo', total],
    ],
    belowTitle,
  );
  const totals = ['Totale', '', 'Senza gli ordini rifiutati', String(valid.count), total];
  const belowFilters = drawFacts(pdf, [['Filtri', orderFilters(content)]], belowFacts);
  await drawTable(pdf, { columns: COLUMNS, rows: drawn, totals, isDense: true }, belowFilters);
  const missing = all - drawn.length;
  const rest = missing > 0 ? ` · ${missing === 1 ? 'Un altro ordine' : `Altri ${missing} ordini`} nel CSV` : '';
  drawFooters(pdf, `Documento generato il ${formatInstant(madeAt)} · Totale di controllo ${total}${rest}`);
  return finishPdf(pdf);
}

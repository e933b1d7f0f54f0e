import { formatDay, romeDay } from '#contract/rules/dates.ts';
import { formatTotal, money, sum, ZERO } from '#contract/rules/money.ts';
import { type Made, madeFacts, madeNote, madeRows } from '#server/documents/made.ts';
import type { Column, PdfDocument, TableCell } from '#server/documents/pdf.ts';
import { filtersText, periodCells, periodOf, type Row, type Sheet } from '#server/documents/sheet.ts';
import { addToSubtotal, NO_SUBTOTAL, type Subtotal } from '#server/ledger/sums.ts';
import { type FilterNames, readFilterNames, scopeOf } from '#server/reference/filter-names.ts';
import { readMade } from '#server/reference/users.ts';
import texts from '../../public/locales/it/table.json' with { type: 'json' };
import { mapBatches, type ValidRows } from '#server/lists.ts';
import type { Principal, Services } from '#server/services.ts';
import { type AmcOrder, type AmcOrderFilters, searchAmcOrders, selectFound } from './amc-order.ts';

/**
 * The totals of orders. Rejected orders are counted separately, because their purchases may be ordered again (rules
 * §7).
 */
export interface OrderListTotals {
  readonly valid: Subtotal;
  readonly rejected: Subtotal;
}

/**
 * The number and sum of the orders that the principal may see and that match all filters.
 * @throws DomainError as `scopeOf`
 */
export async function readOrderTotals(
  { db }: Services,
  principal: Principal,
  filters: AmcOrderFilters,
): Promise<OrderListTotals> {
  const totals = selectFound(db, scopeOf(principal, filters), filters)
    .select(({ fn }) => [
      'esb_status' as const,
      fn.countAll<string>().as('count'),
      fn.sum<string | null>('amount').as('amount'),
    ])
    .groupBy('esb_status');
  const rows = await totals.execute();
  const of = (isRejected: boolean): Subtotal => {
    const own = rows.filter((row) => (row.esb_status === 'REJECTED') === isRejected);
    return {
      count: own.reduce((total, { count }) => total + Number(count), 0),
      amount: sum(own.map(({ amount }) => (amount === null ? ZERO : money(amount)))),
    };
  };
  return { valid: of(false), rejected: of(true) };
}

/** The totals of the orders read so far. */
interface ReadTotals extends OrderListTotals {
  /** The number of orders left out because their stored values are invalid. */
  readonly leftOut: number;
}

/** All orders that match a search. */
export interface OrderList extends Made {
  readonly filters: AmcOrderFilters;
  readonly filterNames: FilterNames;
  /** Newest first, in batches; it can be read once. */
  readonly orders: AsyncIterable<readonly AmcOrder[]>;
  /** The totals of the orders read so far. */
  readonly totals: () => ReadTotals;
}

function withBatch({ valid, rejected, leftOut }: ReadTotals, { rows, unreadable }: ValidRows<AmcOrder>): ReadTotals {
  const isRejected = ({ esbStatus }: AmcOrder) => esbStatus === 'REJECTED';
  return {
    valid: rows.filter((order) => !isRejected(order)).reduce(addToSubtotal, valid),
    rejected: rows.filter(isRejected).reduce(addToSubtotal, rejected),
    leftOut: leftOut + unreadable.length,
  };
}

/**
 * The orders that the principal may see and that match all filters, for a document.
 * @param signal ends the reading
 * @throws DomainError as `scopeOf`
 */
export async function readOrderList(
  services: Services,
  principal: Principal,
  filters: AmcOrderFilters,
  signal: AbortSignal,
): Promise<OrderList> {
  const made = await readMade(services, principal);
  const filterNames = await readFilterNames(services.db, filters);
  const { batches } = await searchAmcOrders(services, principal, { ...filters, size: Infinity }, signal);
  let totals: ReadTotals = { valid: NO_SUBTOTAL, rejected: NO_SUBTOTAL, leftOut: 0 };

  const orders = mapBatches(batches, (batch) => {
    totals = withBatch(totals, batch);
    return batch.rows;
  });
  return { ...made, filters, filterNames, orders, totals: () => totals };
}

/** The filters besides the period, as text. */
function orderFilters({ filters, filterNames }: OrderList): string {
  return filtersText([
    ['Numero ordine', filters.amcOrderId],
    ['Ente pagatore', filterNames.asl],
    ['Esercente', filterNames.business],
    ['Stato ESB', filters.esbStatus?.map((status) => texts.status.esbOrder[status]).join(', ')],
  ]);
}

const SHEET_COLUMNS = [
  'Numero ordine',
  'Data ordine',
  'Esercente',
  'Codice punto vendita',
  'Punto vendita',
  'Distretto',
  'Ente pagatore',
  'Stato ESB',
  'Motivo',
  'Numero ESB',
  'Importo (€)',
];

function toSheetRow(order: AmcOrder): Row {
  const { amcOrderId, orderedAt, businessName, storeCode, storeName, districtCode, asl } = order;
  return [
    ...[amcOrderId, orderedAt, businessName, storeCode, storeName, districtCode, asl.name],
    ...[texts.status.esbOrder[order.esbStatus], order.esbReason ?? '', order.esbNumber ?? '', order.amount],
  ];
}

function factsOf(content: OrderList): readonly Row[] {
  const { valid, rejected, leftOut } = content.totals();
  return [
    ...madeRows(content),
    ['Periodo', ...periodCells(content.filters)],
    ['Filtri', orderFilters(content)],
    ['Numero ordini', valid.count + rejected.count],
    ['di cui rifiutati', rejected.count],
    ...(leftOut > 0 ? [['Ordini non leggibili', leftOut]] : []),
    ['Totale ordini rifiutati (€)', rejected.amount],
    ['Totale di controllo (€)', valid.amount],
  ];
}

/** The AMC orders: one row each, then the requester and the same control total as in the PDF. */
export function orderListSheet(content: OrderList): Sheet<AmcOrder> {
  return {
    columns: SHEET_COLUMNS,
    batches: content.orders,
    toRows: (batch) => batch.map(toSheetRow),
    facts: () => factsOf(content),
  };
}

/** The maximum number of orders in the PDF, newest first. The CSV has all of them. */
const MAX_ORDERS = 2000;

const PDF_COLUMNS: readonly Column[] = [
  { title: 'Ordine', width: 60, align: 'left' },
  { title: 'Data', width: 64, align: 'left' },
  { title: 'Esercente e punto vendita', align: 'left' },
  { title: 'Stato ESB', width: 96, align: 'left' },
  { title: 'Importo', width: 80, align: 'right' },
];

function toPdfRow(order: AmcOrder): readonly TableCell[] {
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

/** The AMC orders in A4: the requester, the same control total as in the CSV, and the orders. */
export async function orderListDocument(content: OrderList): Promise<PdfDocument> {
  const { madeAt, requester, orders } = content;
  const rows: (readonly TableCell[])[] = [];
  for await (const batch of orders) rows.push(...batch.slice(0, MAX_ORDERS - rows.length).map(toPdfRow));
  const { valid, rejected, leftOut } = content.totals();
  const all = valid.count + rejected.count;
  const [first, last] = periodOf(content.filters);
  const total = formatTotal(valid.amount);
  const title = 'Ordini AMC';
  const missing = all - rows.length;
  const rest = missing > 0 ? ` · ${missing === 1 ? 'Un altro ordine' : `Altri ${missing} ordini`} nel CSV` : '';
  return {
    title,
    author: requester.organisation,
    madeAt,
    parts: [
      { kind: 'title', title, subject: ordersText(all), date: `dal ${first} al ${last}` },
      {
        kind: 'facts',
        facts: [
          ...madeFacts(content),
          ['Numero ordini', String(all)],
          ['di cui rifiutati', `${rejected.count} · ${formatTotal(rejected.amount)}`],
          ...(leftOut > 0 ? [['Ordini non leggibili', String(leftOut)] as const] : []),
          ['Totale di controllo', total],
        ],
      },
      { kind: 'facts', facts: [['Filtri', orderFilters(content)]] },
      {
        kind: 'table',
        columns: PDF_COLUMNS,
        rows,
        totals: ['Totale', '', 'Senza gli ordini rifiutati', String(valid.count), total],
        isDense: true,
      },
    ],
    note: madeNote(content, `Totale di controllo ${total}${rest}`),
  };
}

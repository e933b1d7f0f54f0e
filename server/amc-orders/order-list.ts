import { type Expression, sql, type SqlBool } from 'kysely';
import { formatDay, romeDay } from '#contract/rules/dates.ts';
import { formatTotal, money } from '#contract/rules/money.ts';
import { type Made, madeFacts, madeNote, madeRows } from '#server/documents/made.ts';
import type { Column, PdfDocument, TableCell } from '#server/documents/pdf.ts';
import { filtersText, periodCells, periodOf, type Row, type Sheet } from '#server/documents/sheet.ts';
import type { Subtotal } from '#server/ledger/sums.ts';
import { type FilterNames, readFilterNames, scopeOf } from '#server/reference/filter-names.ts';
import { readMade } from '#server/reference/users.ts';
import texts from '../../public/locales/it/table.json' with { type: 'json' };
import { mapBatches } from '#server/lists.ts';
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
  const isRejected = sql<SqlBool>`esb_status = 'REJECTED'`;
  const count = (which: Expression<SqlBool>) => sql<number>`(count(*) filter (where ${which}))::int`;
  const amount = (which: Expression<SqlBool>) => sql<string>`coalesce(sum(amount) filter (where ${which}), 0)`;
  const sums = selectFound(db, scopeOf(principal, filters), filters)
    .select([count(sql`not ${isRejected}`).as('valid'), amount(sql`not ${isRejected}`).as('validAmount')])
    .select([count(isRejected).as('rejected'), amount(isRejected).as('rejectedAmount')]);
  const found = await sums.executeTakeFirstOrThrow();
  return {
    valid: { count: found.valid, amount: money(found.validAmount) },
    rejected: { count: found.rejected, amount: money(found.rejectedAmount) },
  };
}

/** All orders that match a search. */
export interface OrderList extends Made {
  readonly filters: AmcOrderFilters;
  readonly filterNames: FilterNames;
  /** Newest first, in batches; it can be read once. */
  readonly orders: AsyncIterable<readonly AmcOrder[]>;
  readonly totals: OrderListTotals;
  /** The number of orders left out so far, because their stored values are invalid. */
  readonly leftOut: () => number;
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
  const totals = await readOrderTotals(services, principal, filters);
  let leftOut = 0;

  const orders = mapBatches(batches, (batch) => {
    leftOut += batch.unreadable.length;
    return batch.rows;
  });
  return { ...made, filters, filterNames, orders, totals, leftOut: () => leftOut };
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
  const { amcOrderId, orderDate, businessName, storeCode, storeName, districtCode, asl } = order;
  return [
    ...[amcOrderId, orderDate, businessName, storeCode, storeName, districtCode, asl.name],
    ...[texts.status.esbOrder[order.esbStatus], order.esbReason ?? '', order.esbNumber ?? '', order.amount],
  ];
}

function factsOf(content: OrderList): readonly Row[] {
  const { valid, rejected } = content.totals;
  const leftOut = content.leftOut();
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
  const { amcOrderId, orderDate, businessName, storeCode, storeName, districtCode, esbStatus, amount } = order;
  return [
    String(amcOrderId),
    formatDay(romeDay(orderDate)),
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
  for await (const batch of orders) {
    rows.push(...batch.slice(0, MAX_ORDERS - rows.length).map(toPdfRow));
    if (rows.length === MAX_ORDERS) break;
  }
  const { valid, rejected } = content.totals;
  const leftOut = content.leftOut();
  const all = valid.count + rejected.count;
  const [first, last] = periodOf(content.filters);
  const total = formatTotal(valid.amount);
  const title = 'Ordini AMC';
  const missing = all - rows.length - leftOut;
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

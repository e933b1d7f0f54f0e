import { type Money, sum, ZERO } from '#contract/rules/money.ts';
import { type Made, madeRows } from '#server/documents/made.ts';
import { filtersText, periodCells, type Row, type Sheet } from '#server/documents/sheet.ts';
import { type FilterNames, readFilterNames } from '#server/reference/filter-names.ts';
import { readMade } from '#server/reference/users.ts';
import texts from '../../public/locales/it/table.json' with { type: 'json' };
import { mapBatches, type ValidRows } from '#server/lists.ts';
import type { BusinessPrincipal, Services } from '#server/services.ts';
import type { Purchase } from './purchase.ts';
import { type PurchaseFilters, searchPurchases } from './search-purchases.ts';

/** The totals of the purchases read so far. */
interface PurchaseListTotals {
  readonly count: number;
  /** The sum of the purchases that are not cancelled, in euro. */
  readonly controlTotal: Money;
  /** The number of purchases left out because their stored values are invalid. */
  readonly leftOut: number;
}

/** All purchases that match a search. */
export interface PurchaseList extends Made {
  readonly filters: PurchaseFilters;
  readonly filterNames: FilterNames;
  /** Newest first, in batches; it can be read once. */
  readonly purchases: AsyncIterable<readonly Purchase[]>;
  /** The totals of the purchases read so far. */
  readonly totals: () => PurchaseListTotals;
}

function withBatch(totals: PurchaseListTotals, { rows, unreadable }: ValidRows<Purchase>): PurchaseListTotals {
  const active = rows.filter(({ status }) => status === 'ACTIVE');
  return {
    count: totals.count + rows.length,
    controlTotal: totals.controlTotal.plus(sum(active.map(({ itemsAmount }) => itemsAmount))),
    leftOut: totals.leftOut + unreadable.length,
  };
}

/**
 * The active business's purchases that match all filters, for a document. Their patients are written to the access log.
 * @param signal ends the reading
 */
export async function readPurchaseList(
  services: Services,
  principal: BusinessPrincipal,
  filters: PurchaseFilters,
  signal: AbortSignal,
): Promise<PurchaseList> {
  const made = await readMade(services, principal);
  const filterNames = await readFilterNames(services.db, filters);
  const { batches } = await searchPurchases(services, principal, { ...filters, size: Infinity }, signal);
  let totals: PurchaseListTotals = { count: 0, controlTotal: ZERO, leftOut: 0 };

  const purchases = mapBatches(batches, (batch) => {
    totals = withBatch(totals, batch);
    return batch.rows;
  });
  return { ...made, filters, filterNames, purchases, totals: () => totals };
}

/** The statuses as the history shows them (§4). */
const STATUSES = texts.status.purchase;

const COLUMNS = [
  'Data e ora',
  'Numero acquisto',
  'Punto vendita',
  'Cognome assistito',
  'Nome assistito',
  'Codice fiscale assistito',
  'Codice buono',
  'Pezzi',
  'Stato',
  'Ordine AMC',
  'Importo (€)',
];

function toRow(purchase: Purchase): Row {
  const { createTime, purchaseId, store, patient, voucher, items = [], status, amcOrderId, itemsAmount } = purchase;
  const pieces = items.reduce((total, { quantity }) => total + quantity, 0);
  const { lastName, firstName, fiscalCode } = patient;
  return [
    ...[createTime, purchaseId, store.name, lastName, firstName, fiscalCode, voucher.code],
    ...[pieces, STATUSES[status], amcOrderId ?? '', itemsAmount],
  ];
}

function purchaseFilters({ filters, filterNames }: PurchaseList): string {
  return filtersText([
    ['Numero acquisto', filters.purchaseId],
    ['Punto vendita', filterNames.store],
    ['Categoria', filterNames.category],
    ['Stato', filters.purchaseStatusList?.map((status) => STATUSES[status]).join(', ')],
    ['Assistito', filters.patientId],
    ['Pratica', filters.dossierId],
  ]);
}

function factsOf(content: PurchaseList): readonly Row[] {
  const { filters, totals } = content;
  const { count, controlTotal, leftOut } = totals();
  return [
    ...madeRows(content),
    ['Periodo', ...periodCells(filters)],
    ['Filtri', purchaseFilters(content)],
    ['Numero acquisti', count],
    ...(leftOut > 0 ? [['Acquisti non leggibili', leftOut]] : []),
    ['Totale di controllo, senza gli stornati (€)', controlTotal],
  ];
}

/** The purchases: one row each, then the requester and the control total (rules §7). */
export function purchaseListSheet(content: PurchaseList): Sheet<Purchase> {
  return {
    columns: COLUMNS,
    batches: content.purchases,
    toRows: (batch) => batch.map(toRow),
    facts: () => factsOf(content),
  };
}

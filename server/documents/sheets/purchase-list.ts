import type { Purchase } from '#server/domain/purchases/purchase.ts';
import type { PurchaseList } from '#server/domain/purchases/read-purchase-list.ts';
import texts from '../../../public/locales/it/table.json' with { type: 'json' };
import { filtersText, periodCells } from '../filter-facts.ts';
import type { Row, Sheet } from './sheet.ts';

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
  const { createdAt, purchaseId, store, patient, voucher, lines = [], status, amcOrderId, itemsAmount } = purchase;
  const pieces = lines.reduce((total, { quantity }) => total + quantity, 0);
  const { lastName, firstName, fiscalCode } = patient;
  return [
    ...[createdAt, purchaseId, store.name, lastName, firstName, fiscalCode, voucher.code],
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
  const { madeAt, requester, filters, totals } = content;
  const { count, controlTotal, leftOut } = totals();
  return [
    [],
    ['Documento generato il', madeAt],
    ['Generato per', requester.name, requester.organisation],
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

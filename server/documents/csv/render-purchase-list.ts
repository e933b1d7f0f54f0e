import type { Money } from '#contract/rules/money.ts';
import { filtersText, periodOf } from '../filter-facts.ts';
import { type Cell, renderCsv } from './render-csv.ts';

interface ListedPurchase {
  readonly createdAt: Date;
  readonly purchaseId: number;
  readonly store: { readonly name: string };
  readonly patient: { readonly firstName: string; readonly lastName: string; readonly fiscalCode: string };
  readonly voucher: { readonly code: string };
  readonly amcOrderId: number | null;
  readonly status: 'ACTIVE' | 'CANCELLED';
  readonly lines?: readonly { readonly quantity: number }[] | undefined;
  /** In euro. */
  readonly itemsAmount: Money;
}

/** The content of the list of purchases. */
interface PurchaseListContent {
  readonly madeAt: Date;
  readonly requester: { readonly name: string; readonly organisation: string };
  readonly filters: {
    readonly dateStart?: string | undefined;
    readonly dateEnd?: string | undefined;
    readonly purchaseId?: number | undefined;
    readonly patientId?: number | undefined;
    readonly dossierId?: number | undefined;
    readonly purchaseStatusList?: readonly ListedPurchase['status'][] | undefined;
  };
  /** The names of the store and the category among the filters. */
  readonly filterNames: { readonly store?: string | undefined; readonly category?: string | undefined };
  /** In batches. */
  readonly purchases: AsyncIterable<readonly ListedPurchase[]>;
  /** The totals of the purchases read so far. */
  readonly totals: () => { readonly count: number; readonly controlTotal: Money; readonly leftOut: number };
}

/** The statuses as the history shows them (§4). */
const STATUSES = { ACTIVE: 'COMPLETATO', CANCELLED: 'STORNATO' } as const;

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

function toRow(purchase: ListedPurchase): readonly Cell[] {
  const { createdAt, purchaseId, store, patient, voucher, lines = [], status, amcOrderId, itemsAmount } = purchase;
  const pieces = lines.reduce((total, { quantity }) => total + quantity, 0);
  const { lastName, firstName, fiscalCode } = patient;
  return [
    ...[createdAt, purchaseId, store.name, lastName, firstName, fiscalCode, voucher.code],
    ...[pieces, STATUSES[status], amcOrderId ?? '', itemsAmount],
  ];
}

function purchaseFilters({ filters, filterNames }: PurchaseListContent): string {
  return filtersText([
    ['Numero acquisto', filters.purchaseId],
    ['Punto vendita', filterNames.store],
    ['Categoria', filterNames.category],
    ['Stato', filters.purchaseStatusList?.map((status) => STATUSES[status]).join(', ')],
    ['Assistito', filters.patientId],
    ['Pratica', filters.dossierId],
  ]);
}

function factsOf(content: PurchaseListContent): readonly (readonly Cell[])[] {
  const { madeAt, requester, filters, totals } = content;
  const { count, controlTotal, leftOut } = totals();
  return [
    [],
    ['Documento generato il', madeAt],
    ['Generato per', requester.name, requester.organisation],
    ['Periodo', ...periodOf(filters)],
    ['Filtri', purchaseFilters(content)],
    ['Numero acquisti', count],
    ...(leftOut > 0 ? [['Acquisti non leggibili', leftOut]] : []),
    ['Totale di controllo, senza gli stornati (€)', controlTotal],
  ];
}

/** The purchases as CSV: one row each, then the requester and the control total (rules §7). */
export function renderPurchaseList(content: PurchaseListContent): AsyncIterable<Buffer> {
  return renderCsv({
    columns: COLUMNS,
    batches: content.purchases,
    toRows: (batch) => batch.map(toRow),
    facts: () => factsOf(content),
  });
}

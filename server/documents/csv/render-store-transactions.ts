import type { Money } from '#contract/rules/money.ts';
import { type Cell, renderCsv } from './render-csv.ts';

interface Transaction {
  readonly at: Date;
  readonly kind: 'PURCHASE' | 'CANCELLATION';
  readonly purchaseId: number;
  readonly patientFiscalCode: string;
  readonly voucherCode: string;
  readonly payer: string;
  /** In euro; negative for a cancellation. */
  readonly amount: Money;
}

/** The content of the list of transactions. */
interface StoreTransactionsContent {
  readonly companyName: string;
  readonly vat: string;
  readonly storeCode: string;
  readonly storeName: string;
  readonly madeAt: Date;
  readonly requester: { readonly name: string; readonly organisation: string };
  /** In batches, oldest first. */
  readonly transactions: AsyncIterable<readonly Transaction[]>;
  /** The totals of the transactions read so far. */
  readonly totals: () => {
    readonly count: number;
    readonly period: { readonly first: Date; readonly last: Date } | null;
    readonly controlTotal: Money;
  };
}

const KINDS = { PURCHASE: 'Acquisto', CANCELLATION: 'Storno' } as const;

const COLUMNS = [
  'Data e ora',
  'Operazione',
  'Numero acquisto',
  'Codice fiscale assistito',
  'Codice buono',
  'Azienda sanitaria',
  'Importo (€)',
];

function toRow(entry: Transaction): readonly Cell[] {
  const { at, kind, purchaseId, patientFiscalCode, voucherCode, payer, amount } = entry;
  return [at, KINDS[kind], purchaseId, patientFiscalCode, voucherCode, payer, amount];
}

function factsOf(content: StoreTransactionsContent): readonly (readonly Cell[])[] {
  const { count, period, controlTotal } = content.totals();
  return [
    [],
    ['Documento generato il', content.madeAt],
    ['Generato per', content.requester.name, content.requester.organisation],
    ['Esercente', content.companyName, 'Partita IVA', content.vat],
    ['Punto vendita', content.storeName, 'Codice', content.storeCode],
    period ? ['Periodo', period.first, period.last] : ['Periodo', 'Nessuna transazione'],
    ['Numero transazioni', count],
    ['Totale di controllo (€)', controlTotal],
  ];
}

/**
 * The transactions of a store as CSV (§7): one row each, then the time, the requester, the period and the control total
 * (rules §7).
 */
export function renderStoreTransactions(content: StoreTransactionsContent): AsyncIterable<Buffer> {
  return renderCsv({
    columns: COLUMNS,
    batches: content.transactions,
    toRows: (batch) => batch.map(toRow),
    facts: () => factsOf(content),
  });
}

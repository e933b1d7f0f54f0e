import type { Money } from '#contract/rules/money.ts';
import { type Cell, renderCsv } from './render-csv.ts';

interface Transaction {
  readonly at: Date;
  readonly kind: 'PURCHASE' | 'CANCELLATION';
  readonly purchaseId: number;
  readonly patientFiscalCode: string;
  readonly voucherCode: string;
  readonly payer: string;
  /** Euro; negative for a cancellation. */
  readonly amount: Money;
}

/** All that the transactions of a store say. */
interface StoreTransactionsContent {
  readonly companyName: string;
  readonly vat: string;
  readonly storeCode: string;
  readonly storeName: string;
  readonly madeAt: Date;
  /** Oldest first, batch after batch. */
  readonly transactions: AsyncIterable<readonly Transaction[]>;
  /** Of the transactions read so far. */
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
    ['Esercente', content.companyName, 'Partita IVA', content.vat],
    ['Punto vendita', content.storeName, 'Codice', content.storeCode],
    period ? ['Periodo', period.first, period.last] : ['Periodo', 'Nessuna transazione'],
    ['Numero transazioni', count],
    ['Totale di controllo (€)', controlTotal],
  ];
}

/**
 * The transactions of a store as CSV (§7): one row each, then when and for whom the file was made, its period and
 * its control total (rules §7).
 */
export function renderStoreTransactions(content: StoreTransactionsContent): AsyncIterable<Buffer> {
  return renderCsv({
    columns: COLUMNS,
    batches: content.transactions,
    toRows: (batch) => batch.map(toRow),
    facts: () => factsOf(content),
  });
}

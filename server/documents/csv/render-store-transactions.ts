import { type Money, sum } from '#contract/rules/money.ts';
import { type Cell, renderCsv } from './render-csv.ts';

/** All that the transactions of a store say, oldest first. */
interface StoreTransactionsContent {
  readonly companyName: string;
  readonly vat: string;
  readonly storeCode: string;
  readonly storeName: string;
  readonly madeAt: Date;
  readonly transactions: readonly {
    readonly at: Date;
    readonly kind: 'PURCHASE' | 'CANCELLATION';
    readonly purchaseId: number;
    readonly patientFiscalCode: string;
    readonly voucherCode: string;
    readonly payer: string;
    /** Euro; negative for a cancellation. */
    readonly amount: Money;
  }[];
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

function period(content: StoreTransactionsContent): readonly Cell[] {
  const first = content.transactions[0];
  const last = content.transactions.at(-1);
  return first && last ? ['Periodo', first.at, last.at] : ['Periodo', 'Nessuna transazione'];
}

/**
 * The transactions of a store as CSV (§7): one row each, then when and for whom the file was made, its period and
 * its control total (decisions §7).
 */
export function renderStoreTransactions(content: StoreTransactionsContent): Buffer {
  const { transactions } = content;
  return renderCsv([
    COLUMNS,
    ...transactions.map((entry): readonly Cell[] => [
      entry.at,
      KINDS[entry.kind],
      entry.purchaseId,
      entry.patientFiscalCode,
      entry.voucherCode,
      entry.payer,
      entry.amount,
    ]),
    [],
    ['Documento generato il', content.madeAt],
    ['Esercente', content.companyName, 'Partita IVA', content.vat],
    ['Punto vendita', content.storeName, 'Codice', content.storeCode],
    period(content),
    ['Numero transazioni', transactions.length],
    ['Totale di controllo (€)', sum(transactions.map((entry) => entry.amount))],
  ]);
}

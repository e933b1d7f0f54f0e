import type { StoreTransaction, StoreTransactions } from '#server/domain/purchases/read-store-transactions.ts';
import type { Row, Sheet } from './sheet.ts';

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

function toRow(entry: StoreTransaction): Row {
  const { at, kind, purchaseId, patientFiscalCode, voucherCode, payer, amount } = entry;
  return [at, KINDS[kind], purchaseId, patientFiscalCode, voucherCode, payer, amount];
}

function factsOf(content: StoreTransactions): readonly Row[] {
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

/** The transactions of a store (§7): one row each, then the time, the requester, the period and the control total (rules §7). */
export function storeTransactionsSheet(content: StoreTransactions): Sheet<StoreTransaction> {
  return {
    columns: COLUMNS,
    batches: content.transactions,
    toRows: (batch) => batch.map(toRow),
    facts: () => factsOf(content),
  };
}

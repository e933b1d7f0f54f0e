import type { Row } from '#server/documents/sheet.ts';
import type { Entry } from './entries.ts';

const KINDS: Readonly<Record<Entry['kind'], string>> = { PURCHASE: 'Vendita', CANCELLATION: 'Storno' };

/** The titles of the columns of `entryRows`. */
export const ENTRY_COLUMNS: readonly string[] = [
  'Data e ora',
  'Operazione',
  'Numero acquisto',
  'Data e ora della vendita',
  'Esercente',
  'Partita IVA',
  'Codice punto vendita',
  'Punto vendita',
  'Codice buono',
  'EAN',
  'Prodotto',
  'Produttore',
  'Quantità',
  'Prezzo unitario (€)',
  'Importo (€)',
];

/** One row for each product line (§2). */
export function* entryRows(entries: readonly Entry[]): Generator<Row, void, undefined> {
  for (const entry of entries) {
    for (const line of entry.lines)
      yield [
        entry.at,
        KINDS[entry.kind],
        entry.purchaseId,
        entry.purchasedAt,
        entry.business.companyName,
        entry.business.vat,
        entry.store.code,
        entry.store.name,
        entry.voucherCode,
        line.ean1,
        line.productName,
        line.manufacturer,
        line.quantity,
        line.unitPrice,
        line.total,
      ];
  }
}

import { formatInstant } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import type { Cell } from './render-csv.ts';

/** A sale or a cancellation with its product lines. Amounts in euro. */
export interface CsvEntry {
  readonly kind: 'SALE' | 'CANCELLATION';
  readonly at: Date;
  readonly soldAt: Date;
  readonly purchaseId: number;
  readonly voucherCode: string;
  readonly business: { readonly companyName: string; readonly vat: string };
  readonly store: { readonly code: string; readonly name: string };
  readonly lines: readonly {
    readonly productName: string;
    readonly ean1: string;
    readonly manufacturer: string;
    readonly quantity: number;
    readonly unitPrice: Money;
    readonly total: Money;
  }[];
}

const KINDS = { SALE: 'Vendita', CANCELLATION: 'Storno' } as const;

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
export function entryRows(entries: readonly CsvEntry[]): (readonly Cell[])[] {
  return entries.flatMap((entry) => {
    const at = formatInstant(entry.at);
    const soldAt = formatInstant(entry.soldAt);
    return entry.lines.map((line) => [
      at,
      KINDS[entry.kind],
      entry.purchaseId,
      soldAt,
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
    ]);
  });
}

import { formatTotal, formatUnitPrice } from '#contract/rules/money.ts';
import type { Line } from '#server/domain/carts/cart.ts';
import type { Receipt } from '#server/domain/purchases/read-receipt.ts';
import type { Pdf } from '../pdf/create-pdf.ts';
import { type Column, type TableCell, drawTable } from '../pdf/draw-table.ts';

const COLUMNS: readonly Column[] = [
  { title: 'N.', width: 28, align: 'right' },
  { title: 'Prodotto', align: 'left' },
  { title: 'Quantità', width: 58, align: 'right' },
  { title: 'Prezzo unitario', width: 92, align: 'right' },
  { title: 'Importo', width: 84, align: 'right' },
];

function toRow({ product, quantity, unitPrice, total }: Line, index: number): readonly TableCell[] {
  const origin = `${product.manufacturer.name} · EAN ${product.ean1}`;
  return [String(index + 1), [product.name, origin], String(quantity), formatUnitPrice(unitPrice), formatTotal(total)];
}

/**
 * Draws the purchase lines as a table.
 * @returns the y position below the table
 */
export function drawLines(pdf: Pdf, { lines }: Receipt, top: number): Promise<number> {
  return drawTable(pdf, { columns: COLUMNS, rows: lines.map(toRow) }, top);
}

import { formatTotal } from '#contract/rules/money.ts';
import type { Receipt } from '#server/domain/purchases/read-receipt.ts';
import type { Fact } from '../pdf/draw-parties.ts';

/** The numbers of products and pieces, and the amounts of the voucher. */
export function receiptTotals({ lines, voucher, residualAfter }: Receipt): readonly Fact[] {
  const pieces = lines.reduce((total, line) => total + line.quantity, 0);
  return [
    ['Prodotti', String(lines.length)],
    ['Pezzi', String(pieces)],
    ['Importo iniziale del buono', formatTotal(voucher.initialAmount)],
    ['Residuo del buono dopo l’acquisto', formatTotal(residualAfter)],
  ];
}

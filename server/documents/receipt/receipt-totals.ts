import { formatTotal } from '#contract/rules/money.ts';
import type { Fact } from '../pdf/draw-parties.ts';
import type { ReceiptContent } from './receipt-content.ts';

/** What was bought and what is left on the voucher. */
export function receiptTotals({ lines, voucher, residualAfter }: ReceiptContent): readonly Fact[] {
  const pieces = lines.reduce((total, line) => total + line.quantity, 0);
  return [
    ['Prodotti', String(lines.length)],
    ['Pezzi', String(pieces)],
    ['Importo iniziale del buono', formatTotal(voucher.initialAmount)],
    ['Residuo del buono dopo l’acquisto', formatTotal(residualAfter)],
  ];
}

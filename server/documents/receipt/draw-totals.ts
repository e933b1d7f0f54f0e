import { formatTotal } from '#contract/rules/money.ts';
import { type Pdf, FONT } from '../pdf/create-pdf.ts';
import { COLOR, CONTENT } from '../pdf/page.ts';
import type { ReceiptContent } from './receipt-content.ts';

const WIDTH = 260;
const LEFT = CONTENT.right - WIDTH;
const ROW_HEIGHT = 18;
const TOTAL_HEIGHT = 28;
const GAP = 14;
const PADDING = 6;

function drawRow(pdf: Pdf, label: string, value: string, top: number): void {
  const inner = WIDTH - 2 * PADDING;
  pdf.text(label, LEFT + PADDING, top, { width: inner });
  pdf.text(value, LEFT + PADDING, top, { width: inner, align: 'right' });
}

/** Draws what was spent and what is left, kept together on one page. */
export function drawTotals(pdf: Pdf, receipt: ReceiptContent, below: number): void {
  const pieces = receipt.lines.reduce((total, line) => total + line.quantity, 0);
  const rows = [
    ['Prodotti', String(receipt.lines.length)],
    ['Pezzi', String(pieces)],
    ['Importo iniziale del buono', formatTotal(receipt.voucher.initialAmount)],
    ['Residuo del buono dopo l’acquisto', formatTotal(receipt.residualAfter)],
  ] as const;
  const height = TOTAL_HEIGHT + PADDING + rows.length * ROW_HEIGHT;
  const isNewPage = below + GAP + height > CONTENT.bottom;
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? CONTENT.top : below + GAP;
  pdf.rect(LEFT, top, WIDTH, TOTAL_HEIGHT).fill(COLOR.band);
  pdf.font(FONT.bold).fontSize(12).fillColor(COLOR.ink);
  drawRow(pdf, 'Totale acquisto', formatTotal(receipt.itemsAmount), top + 5);
  pdf.font(FONT.regular).fontSize(10);
  rows.forEach(([label, value], index) => {
    drawRow(pdf, label, value, top + TOTAL_HEIGHT + PADDING + index * ROW_HEIGHT);
  });
}

import { formatTotal, formatUnitPrice } from '#contract/rules/money.ts';
import { type Pdf, FONT } from '../pdf/create-pdf.ts';
import { COLOR, CONTENT } from '../pdf/page.ts';
import { printable } from '../pdf/printable.ts';
import type { ReceiptContent, ReceiptLine } from './receipt-content.ts';

interface Column {
  readonly title: string;
  readonly left: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

const PADDING = 6;
const HEAD_HEIGHT = 21;

/** Widths in points, from left to right. */
const LAYOUT = [
  { title: 'N.', width: 28, align: 'right' },
  { title: 'Prodotto', width: CONTENT.width - 28 - 58 - 92 - 84, align: 'left' },
  { title: 'Quantità', width: 58, align: 'right' },
  { title: 'Prezzo unitario', width: 92, align: 'right' },
  { title: 'Importo', width: 84, align: 'right' },
] as const;

const COLUMNS: readonly Column[] = LAYOUT.map((column, index) => {
  const before = LAYOUT.slice(0, index).reduce((width, other) => width + other.width, 0);
  return { ...column, left: CONTENT.left + before };
});

function drawCells(pdf: Pdf, cells: readonly string[], top: number): void {
  COLUMNS.forEach(({ left, width, align }, index) => {
    pdf.text(cells[index] ?? '', left + PADDING, top, { width: width - 2 * PADDING, align });
  });
}

function drawHead(pdf: Pdf, top: number): number {
  pdf.rect(CONTENT.left, top, CONTENT.width, HEAD_HEIGHT).fill(COLOR.ink);
  pdf.font(FONT.bold).fontSize(9).fillColor(COLOR.paper);
  drawCells(
    pdf,
    COLUMNS.map(({ title }) => title),
    top + 4.5,
  );
  return top + HEAD_HEIGHT;
}

function drawLine(pdf: Pdf, line: ReceiptLine, number: number, top: number): number {
  const { product } = line;
  const width = (COLUMNS[1]?.width ?? 0) - 2 * PADDING;
  const name = printable(product.name);
  const origin = printable(`${product.manufacturer.name} · EAN ${product.ean1}`);
  const nameHeight = pdf.font(FONT.regular).fontSize(10).heightOfString(name, { width });
  const height = nameHeight + pdf.fontSize(8).heightOfString(origin, { width }) + 2 * PADDING - 2;
  const isNewPage = top + height > CONTENT.bottom;
  if (isNewPage) pdf.addPage();
  const at = isNewPage ? drawHead(pdf, CONTENT.top) : top;
  pdf.font(FONT.regular).fontSize(10).fillColor(COLOR.ink);
  const amounts = [String(line.quantity), formatUnitPrice(line.unitPrice), formatTotal(line.total)];
  drawCells(pdf, [String(number), name, ...amounts], at + PADDING - 1);
  pdf.fontSize(8).fillColor(COLOR.soft);
  drawCells(pdf, ['', origin], at + PADDING - 1 + nameHeight);
  const below = at + height;
  pdf.moveTo(CONTENT.left, below).lineTo(CONTENT.right, below).lineWidth(0.5).strokeColor(COLOR.line).stroke();
  return below;
}

/** Draws the lines as a table that repeats its head on every page; gives the height at which to go on. */
export function drawLines(pdf: Pdf, { lines }: ReceiptContent, top: number): number {
  return lines.reduce((at, line, index) => drawLine(pdf, line, index + 1, at), drawHead(pdf, top));
}

import { type Pdf, FONT } from './create-pdf.ts';
import type { Fact } from './draw-parties.ts';
import { COLOR, CONTENT } from './page.ts';

const WIDTH = 260;
const LEFT = CONTENT.right - WIDTH;
const ROW_HEIGHT = 18;
const TOTAL_HEIGHT = 28;
const GAP = 14;
const PADDING = 6;

function drawRow(pdf: Pdf, [label, value]: Fact, top: number): void {
  const inner = WIDTH - 2 * PADDING;
  pdf.text(label, LEFT + PADDING, top, { width: inner });
  pdf.text(value, LEFT + PADDING, top, { width: inner, align: 'right' });
}

/** Draws the main total and its details on the right, together on one page. */
export function drawTotals(pdf: Pdf, total: Fact, rows: readonly Fact[], below: number): void {
  const height = TOTAL_HEIGHT + PADDING + rows.length * ROW_HEIGHT;
  const isNewPage = below + GAP + height > CONTENT.bottom;
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? CONTENT.top : below + GAP;
  pdf.rect(LEFT, top, WIDTH, TOTAL_HEIGHT).fill(COLOR.band);
  pdf.font(FONT.bold).fontSize(12).fillColor(COLOR.ink);
  drawRow(pdf, total, top + 5);
  pdf.font(FONT.regular).fontSize(10);
  rows.forEach((row, index) => drawRow(pdf, row, top + TOTAL_HEIGHT + PADDING + index * ROW_HEIGHT));
}

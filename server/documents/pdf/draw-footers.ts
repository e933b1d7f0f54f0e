import { type Pdf, FONT } from './create-pdf.ts';
import { COLOR, CONTENT, PAGE } from './page.ts';

const GAP = 8;

/** Draws the note on the left and the page number on the right of every page. */
export function drawFooters(pdf: Pdf, note: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    // Text below the bottom margin would start a new page.
    pdf.page.margins.bottom = 0;
    const top = CONTENT.bottom + GAP;
    pdf.moveTo(CONTENT.left, top).lineTo(CONTENT.right, top).lineWidth(0.5).strokeColor(COLOR.line).stroke();
    pdf.font(FONT.regular).fontSize(8).fillColor(COLOR.soft);
    pdf.text(note, CONTENT.left, top + GAP, { width: CONTENT.width - 80, height: PAGE.height - top });
    pdf.text(`Pagina ${index + 1} di ${count}`, CONTENT.right - 80, top + GAP, { width: 80, align: 'right' });
  }
}

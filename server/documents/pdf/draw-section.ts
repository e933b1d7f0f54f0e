import { type Pdf, FONT } from './create-pdf.ts';
import type { Fact } from './draw-parties.ts';
import { COLOR, CONTENT } from './page.ts';

const GAP = 20;
const TITLE_HEIGHT = 24;
/** The space in points that a title needs below it, so that the table head and some rows follow on the same page. */
const FOLLOWING = 90;
const BAND_PADDING = 8;

/**
 * Draws the title of a section, on a new page when too little space is left.
 * @param below the y position where the content above ends
 * @returns the y position below the title
 */
export function drawSection(pdf: Pdf, title: string, below: number): number {
  const isNewPage = below + GAP + TITLE_HEIGHT + FOLLOWING > CONTENT.bottom;
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? CONTENT.top : below + GAP;
  pdf.font(FONT.bold).fontSize(12).fillColor(COLOR.accent).text(title, CONTENT.left, top, { width: CONTENT.width });
  return top + TITLE_HEIGHT;
}

/**
 * Draws facts side by side on a band over the whole width.
 * @returns the y position below the band
 */
export function drawFacts(pdf: Pdf, facts: readonly Fact[], top: number): number {
  const slot = CONTENT.width / facts.length;
  const width = slot - 2 * BAND_PADDING;
  pdf.font(FONT.bold).fontSize(9);
  const height = Math.max(...facts.map(([, value]) => pdf.heightOfString(value, { width }))) + 2 * BAND_PADDING + 10;
  pdf.rect(CONTENT.left, top, CONTENT.width, height).fill(COLOR.band);
  facts.forEach(([label, value], index) => {
    const left = CONTENT.left + index * slot + BAND_PADDING;
    pdf.font(FONT.regular).fontSize(8).fillColor(COLOR.soft);
    pdf.text(label, left, top + BAND_PADDING - 2, { width });
    pdf.font(FONT.bold).fontSize(9).fillColor(COLOR.ink);
    pdf.text(value, left, top + BAND_PADDING + 10, { width });
  });
  return top + height;
}

import { type Pdf, FONT } from './create-pdf.ts';
import { COLOR, CONTENT } from './page.ts';

/** The head of a document: its name on the left, subject and date on the right. */
interface Title {
  readonly title: string;
  readonly subject: string;
  readonly date: string;
}

const BANNER_HEIGHT = 26;

/**
 * Draws the head of a document.
 * @returns the y position below it
 */
export function drawTitle(pdf: Pdf, { title, subject, date }: Title): number {
  const half = CONTENT.width / 2;
  pdf.rect(CONTENT.left, CONTENT.top, CONTENT.width, 3).fill(COLOR.accent);
  pdf.font(FONT.bold).fontSize(20).fillColor(COLOR.ink);
  pdf.text(title, CONTENT.left, CONTENT.top + 16, { width: half });
  pdf.font(FONT.regular).fontSize(10).fillColor(COLOR.soft);
  pdf.text('Buoni elettronici per prodotti dietetici', CONTENT.left, CONTENT.top + 44, { width: half });
  const right = { width: half, align: 'right' } as const;
  pdf.font(FONT.bold).fontSize(13).fillColor(COLOR.ink);
  pdf.text(subject, CONTENT.left + half, CONTENT.top + 22, right);
  pdf.font(FONT.regular).fontSize(10).fillColor(COLOR.soft);
  pdf.text(date, CONTENT.left + half, CONTENT.top + 44, right);
  return CONTENT.top + 76;
}

/**
 * Draws a framed warning over the whole width.
 * @returns the y position below it
 */
export function drawBanner(pdf: Pdf, text: string, top: number): number {
  const width = CONTENT.width - 16;
  pdf.font(FONT.bold).fontSize(11);
  const height = BANNER_HEIGHT - pdf.currentLineHeight(true) + pdf.heightOfString(text, { width });
  pdf.rect(CONTENT.left, top, CONTENT.width, height).lineWidth(1.2).strokeColor(COLOR.alarm).stroke();
  pdf.fillColor(COLOR.alarm).text(text, CONTENT.left + 8, top + 6, { width, align: 'center' });
  return top + height + 14;
}

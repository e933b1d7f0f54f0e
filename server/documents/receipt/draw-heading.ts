import { formatInstant } from '#contract/rules/dates.ts';
import { type Pdf, FONT } from '../pdf/create-pdf.ts';
import { COLOR, CONTENT } from '../pdf/page.ts';
import type { ReceiptContent } from './receipt-content.ts';

const BANNER_HEIGHT = 26;

function drawCancellation(pdf: Pdf, cancelledAt: Date, top: number): number {
  pdf.rect(CONTENT.left, top, CONTENT.width, BANNER_HEIGHT).lineWidth(1.2).strokeColor(COLOR.alarm).stroke();
  pdf.font(FONT.bold).fontSize(11).fillColor(COLOR.alarm);
  pdf.text(`ACQUISTO STORNATO IL ${formatInstant(cancelledAt)}`, CONTENT.left, top + 6, {
    width: CONTENT.width,
    align: 'center',
  });
  return top + BANNER_HEIGHT + 14;
}

/** Draws title, number and date, and the banner of a cancelled purchase; gives the height at which to go on. */
export function drawHeading(pdf: Pdf, receipt: ReceiptContent): number {
  const half = CONTENT.width / 2;
  pdf.rect(CONTENT.left, CONTENT.top, CONTENT.width, 3).fill(COLOR.accent);
  pdf.font(FONT.bold).fontSize(20).fillColor(COLOR.ink);
  pdf.text('Ricevuta di acquisto', CONTENT.left, CONTENT.top + 16, { width: half });
  pdf.font(FONT.regular).fontSize(10).fillColor(COLOR.soft);
  pdf.text('Buoni elettronici per prodotti dietetici', CONTENT.left, CONTENT.top + 44, { width: half });
  const right = { width: half, align: 'right' } as const;
  pdf.font(FONT.bold).fontSize(13).fillColor(COLOR.ink);
  pdf.text(`Acquisto n. ${receipt.purchaseId}`, CONTENT.left + half, CONTENT.top + 22, right);
  pdf.font(FONT.regular).fontSize(10).fillColor(COLOR.soft);
  pdf.text(`del ${formatInstant(receipt.createdAt)}`, CONTENT.left + half, CONTENT.top + 44, right);
  const below = CONTENT.top + 76;
  return receipt.cancelledAt ? drawCancellation(pdf, receipt.cancelledAt, below) : below;
}

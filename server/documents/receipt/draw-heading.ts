import { formatInstant } from '#contract/rules/dates.ts';
import type { Pdf } from '../pdf/create-pdf.ts';
import { drawBanner, drawTitle } from '../pdf/draw-title.ts';
import type { ReceiptContent } from './receipt-content.ts';

/**
 * Draws title, number, date and, for a cancelled purchase, a banner.
 * @returns the y position below the heading
 */
export function drawHeading(pdf: Pdf, { purchaseId, createdAt, cancelledAt }: ReceiptContent): number {
  const below = drawTitle(pdf, {
    title: 'Ricevuta di acquisto',
    subject: `Acquisto n. ${purchaseId}`,
    date: `del ${formatInstant(createdAt)}`,
  });
  return cancelledAt ? drawBanner(pdf, `ACQUISTO STORNATO IL ${formatInstant(cancelledAt)}`, below) : below;
}

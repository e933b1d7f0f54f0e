import { formatInstant } from '#contract/rules/dates.ts';
import type { Receipt } from '#server/domain/purchases/read-receipt.ts';
import type { Pdf } from '../pdf/create-pdf.ts';
import { drawBanner, drawTitle } from '../pdf/draw-title.ts';

/**
 * Draws title, number, date and, for a cancelled purchase, a banner.
 * @returns the y position below the heading
 */
export function drawHeading(pdf: Pdf, { purchaseId, createdAt, cancelledAt }: Receipt): number {
  const below = drawTitle(pdf, {
    title: 'Ricevuta di acquisto',
    subject: `Acquisto n. ${purchaseId}`,
    date: `del ${formatInstant(createdAt)}`,
  });
  return cancelledAt ? drawBanner(pdf, `ACQUISTO STORNATO IL ${formatInstant(cancelledAt)}`, below) : below;
}

import { formatInstant } from '#contract/rules/dates.ts';
import { formatTotal } from '#contract/rules/money.ts';
import type { Receipt } from '#server/domain/purchases/read-receipt.ts';
import { createPdf, finishPdf } from '../pdf/create-pdf.ts';
import { drawFooters } from '../pdf/draw-footers.ts';
import { drawParties } from '../pdf/draw-parties.ts';
import { drawTotals } from '../pdf/draw-totals.ts';
import { drawHeading } from './draw-heading.ts';
import { drawLines } from './draw-lines.ts';
import { beneficiary, businessParty } from './receipt-parties.ts';
import { receiptTotals } from './receipt-totals.ts';

/** The receipt of a purchase as an A4 PDF (§2 step 4), with its creation time and control total (rules §7). */
export async function renderReceipt(receipt: Receipt, madeAt: Date): Promise<Buffer> {
  const pdf = await createPdf({
    title: `Ricevuta di acquisto n. ${receipt.purchaseId}`,
    author: receipt.business.companyName,
    madeAt,
  });
  const belowHeading = drawHeading(pdf, receipt);
  const belowParties = drawParties(pdf, businessParty(receipt), beneficiary(receipt), belowHeading);
  const belowLines = await drawLines(pdf, receipt, belowParties);
  const control = formatTotal(receipt.itemsAmount);
  drawTotals(pdf, ['Totale acquisto', control], receiptTotals(receipt), belowLines);
  drawFooters(
    pdf,
    `Acquisto n. ${receipt.purchaseId} · Documento generato il ${formatInstant(madeAt)} · Totale di controllo ${control}`,
  );
  return finishPdf(pdf);
}

import { formatInstant } from '#contract/rules/dates.ts';
import { formatTotal, formatUnitPrice } from '#contract/rules/money.ts';
import type { Line } from '#server/domain/carts/cart.ts';
import type { Receipt } from '#server/domain/purchases/read-receipt.ts';
import { type Pdf, createPdf, finishPdf } from '../pdf/create-pdf.ts';
import { drawFooters } from '../pdf/draw-footers.ts';
import { drawParties } from '../pdf/draw-parties.ts';
import { type Column, type TableCell, drawTable } from '../pdf/draw-table.ts';
import { drawBanner, drawTitle } from '../pdf/draw-title.ts';
import { drawTotals } from '../pdf/draw-totals.ts';
import { beneficiary, businessParty, receiptTotals } from './receipt-facts.ts';

const COLUMNS: readonly Column[] = [
  { title: 'N.', width: 28, align: 'right' },
  { title: 'Prodotto', align: 'left' },
  { title: 'Quantità', width: 58, align: 'right' },
  { title: 'Prezzo unitario', width: 92, align: 'right' },
  { title: 'Importo', width: 84, align: 'right' },
];

/**
 * Draws title, number, date and, for a cancelled purchase, a banner.
 * @returns the y position below the heading
 */
function drawHeading(pdf: Pdf, { purchaseId, createdAt, cancelledAt }: Receipt): number {
  const below = drawTitle(pdf, {
    title: 'Ricevuta di acquisto',
    subject: `Acquisto n. ${purchaseId}`,
    date: `del ${formatInstant(createdAt)}`,
  });
  return cancelledAt ? drawBanner(pdf, `ACQUISTO STORNATO IL ${formatInstant(cancelledAt)}`, below) : below;
}

function toRow({ product, quantity, unitPrice, total }: Line, index: number): readonly TableCell[] {
  const origin = `${product.manufacturer.name} · EAN ${product.ean1}`;
  return [String(index + 1), [product.name, origin], String(quantity), formatUnitPrice(unitPrice), formatTotal(total)];
}

/**
 * Draws the purchase lines as a table.
 * @returns the y position below the table
 */
function drawLines(pdf: Pdf, { lines }: Receipt, top: number): Promise<number> {
  return drawTable(pdf, { columns: COLUMNS, rows: lines.map(toRow) }, top);
}

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

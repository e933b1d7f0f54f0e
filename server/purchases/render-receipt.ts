import type { RollWidth } from '#contract/calls/purchases.ts';
import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal, formatUnitPrice } from '#contract/rules/money.ts';
import { type Column, drawTable, type TableCell } from '#server/documents/pdf-table.ts';
import {
  COLOR,
  CONTENT,
  createPdf,
  drawArtifact,
  drawAs,
  drawBanner,
  drawFooters,
  drawParties,
  drawQrCode,
  drawTitle,
  drawTotals,
  type Fact,
  finishPdf,
  FONT,
  type Party,
  type Pdf,
} from '#server/documents/pdf.ts';
import type { Line } from '#server/sale/cart.ts';
import type { Receipt } from './read-receipt.ts';

/** The company and the store. */
function businessParty({ business, store }: Receipt): Party {
  return {
    title: 'Esercente',
    name: business.companyName,
    facts: [
      ['Sede', business.address],
      ['Partita IVA', business.vat],
      ['Codice fiscale', business.fiscalCode],
      ['Punto vendita', `${store.name}, ${store.address}`],
    ],
  };
}

/** The patient, the voucher and the payer. */
function beneficiary({ patient, voucher, payer }: Receipt): Party {
  return {
    title: 'Assistito',
    name: `${patient.lastName} ${patient.firstName}`,
    facts: [
      ['Codice fiscale', patient.fiscalCode],
      ['Data di nascita', formatDay(patient.birthDate)],
      ['Buono', `${voucher.code} (${voucher.month.slice(5, 7)}/${voucher.month.slice(0, 4)})`],
      ['Azienda sanitaria', payer],
    ],
  };
}

/** The numbers of products and pieces, and the amounts of the voucher. */
function receiptTotals({ lines, voucher, residualAfter }: Receipt): readonly Fact[] {
  const pieces = lines.reduce((total, line) => total + line.quantity, 0);
  return [
    ['Prodotti', String(lines.length)],
    ['Pezzi', String(pieces)],
    ['Importo iniziale del buono', formatTotal(voucher.initialAmount)],
    ['Residuo del buono dopo l’acquisto', formatTotal(residualAfter)],
  ];
}

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

const PROOF_TEXT = 'Per verificare questa ricevuta, inquadra il codice.';
const PROOF_ALT = 'Codice QR: indirizzo della pagina che verifica la ricevuta';
/** The sides of a QR code in points: on paper 32 mm, on a roll as wide as it reads well. */
const PROOF = { page: 90, roll: 110, textWidth: 130 } as const;

/**
 * The receipt of a purchase as an A4 PDF (§2 step 4), with its creation time and control total (rules §7).
 * @param proof the address that verifies it
 */
export async function renderReceipt(receipt: Receipt, madeAt: Date, proof: string): Promise<Buffer> {
  const pdf = await createPdf({
    title: `Ricevuta di acquisto n. ${receipt.purchaseId}`,
    author: receipt.business.companyName,
    madeAt,
  });
  const belowHeading = drawHeading(pdf, receipt);
  const belowParties = drawParties(pdf, businessParty(receipt), beneficiary(receipt), belowHeading);
  const belowLines = await drawLines(pdf, receipt, belowParties);
  const control = formatTotal(receipt.itemsAmount);
  const top = drawTotals(pdf, ['Totale acquisto', control], receiptTotals(receipt), belowLines);
  drawQrCode(pdf, proof, PROOF_ALT, CONTENT.left, top, PROOF.page);
  pdf.font(FONT.regular).fontSize(8).fillColor(COLOR.soft);
  drawAs(pdf, 'P', () =>
    pdf.text(PROOF_TEXT, CONTENT.left + PROOF.page + 4, top + PROOF.page / 3, { width: PROOF.textWidth }),
  );
  drawFooters(
    pdf,
    `Acquisto n. ${receipt.purchaseId} · Documento generato il ${formatInstant(madeAt)} · Totale di controllo ${control}`,
  );
  return finishPdf(pdf);
}

/** A roll in points. */
interface Roll {
  readonly width: number;
  readonly margin: number;
  /** The width of what is printed, of its amounts and of the names of its facts. */
  readonly inner: number;
  readonly values: number;
  readonly labels: number;
}

function rollOf(width: number, margin: number, columns: Pick<Roll, 'values' | 'labels'>): Roll {
  return { width, margin, inner: width - 2 * margin, ...columns };
}

/** Printers can print 72 mm of the width of 80, and 48 mm of 58. */
const ROLLS: Readonly<Record<RollWidth, Roll>> = {
  80: rollOf(226.77, 11.34, { values: 78, labels: 66 }),
  58: rollOf(164.41, 14.17, { values: 58, labels: 48 }),
};

/** The longest page of a PDF. */
const LONGEST = 14_400;
/** Roll printers print black only. */
const INK = '#000000';

interface Style {
  readonly size: number;
  readonly isBold?: boolean;
  readonly align?: 'left' | 'center' | 'right';
}

interface TextStyle extends Style {
  /** What the text is in the structure of the document; a paragraph by default. */
  readonly tag?: 'H1' | 'H2' | 'P';
}

function use(pdf: Pdf, { size, isBold = false }: Style): void {
  pdf
    .font(isBold ? FONT.bold : FONT.regular)
    .fontSize(size)
    .fillColor(INK);
}

function drawText(pdf: Pdf, { margin, inner }: Roll, text: string, { tag = 'P', ...style }: TextStyle): void {
  use(pdf, style);
  drawAs(pdf, tag, () => pdf.text(text, margin, pdf.y, { width: inner, align: style.align ?? 'left' }));
}

/** Draws a line over the whole width. */
function drawRule(pdf: Pdf, { margin, width }: Roll): void {
  const at = pdf.y + 5;
  const right = width - margin;
  drawArtifact(pdf, () => pdf.moveTo(margin, at).lineTo(right, at).lineWidth(0.7).strokeColor(INK).stroke());
  pdf.y = at + 5;
}

/** Draws two texts on one line. The longer text decides the height; both stay on one page. */
function drawPair(
  pdf: Pdf,
  { margin, inner }: Roll,
  [left, right]: Fact,
  style: Style,
  { leftWidth, align }: { leftWidth: number; align: 'left' | 'right' },
): void {
  use(pdf, style);
  const texts = [
    { text: left, at: margin, width: leftWidth - 4, align: 'left' },
    { text: right, at: margin + leftWidth, width: inner - leftWidth, align },
  ] as const;
  const height = Math.max(...texts.map(({ text, width }) => pdf.heightOfString(text, { width })));
  if (pdf.y + height > pdf.page.maxY()) pdf.addPage();
  const top = pdf.y;
  const draws = texts.map(
    ({ text, at, ...options }) =>
      () =>
        pdf.text(text, at, top, options),
  );
  drawAs(pdf, 'P', ...draws);
  pdf.y = top + height;
}

function drawAmount(pdf: Pdf, roll: Roll, fact: Fact, style: Style): void {
  drawPair(pdf, roll, fact, style, { leftWidth: roll.inner - roll.values, align: 'right' });
}

function drawParty(pdf: Pdf, roll: Roll, { title, name, facts }: Party): void {
  drawText(pdf, roll, title.toUpperCase(), { size: 7, isBold: true, tag: 'H2' });
  drawText(pdf, roll, name, { size: 10, isBold: true });
  for (const fact of facts) drawPair(pdf, roll, fact, { size: 8 }, { leftWidth: roll.labels, align: 'left' });
}

function drawLine(pdf: Pdf, roll: Roll, { product, quantity, unitPrice, total }: Line): void {
  drawText(pdf, roll, product.name, { size: 9, isBold: true });
  drawText(pdf, roll, `EAN ${product.ean1}`, { size: 7 });
  drawAmount(pdf, roll, [`${quantity} × ${formatUnitPrice(unitPrice)}`, formatTotal(total)], { size: 9 });
  pdf.y += 3;
}

function drawReceipt(pdf: Pdf, roll: Roll, receipt: Receipt, madeAt: Date, proof: string): void {
  const { purchaseId, createdAt, cancelledAt, lines, itemsAmount } = receipt;
  const control = formatTotal(itemsAmount);
  drawText(pdf, roll, 'Ricevuta di acquisto', { size: 13, isBold: true, align: 'center', tag: 'H1' });
  drawText(pdf, roll, 'Buoni elettronici per prodotti dietetici', { size: 8, align: 'center' });
  drawText(pdf, roll, `Acquisto n. ${purchaseId} del ${formatInstant(createdAt)}`, { size: 8, align: 'center' });
  if (cancelledAt) {
    drawRule(pdf, roll);
    drawText(pdf, roll, `ACQUISTO STORNATO IL ${formatInstant(cancelledAt)}`, {
      size: 10,
      isBold: true,
      align: 'center',
    });
  }
  drawRule(pdf, roll);
  drawParty(pdf, roll, businessParty(receipt));
  drawRule(pdf, roll);
  drawParty(pdf, roll, beneficiary(receipt));
  drawRule(pdf, roll);
  for (const line of lines) drawLine(pdf, roll, line);
  drawRule(pdf, roll);
  drawAmount(pdf, roll, ['Totale acquisto', control], { size: 12, isBold: true });
  for (const fact of receiptTotals(receipt)) drawAmount(pdf, roll, fact, { size: 8 });
  drawRule(pdf, roll);
  if (pdf.y + PROOF.roll > pdf.page.maxY()) pdf.addPage();
  const top = pdf.y;
  drawQrCode(pdf, proof, PROOF_ALT, (roll.width - PROOF.roll) / 2, top, PROOF.roll);
  pdf.y = top + PROOF.roll;
  drawText(pdf, roll, PROOF_TEXT, { size: 7, align: 'center' });
  const note = `Documento generato il ${formatInstant(madeAt)} · Totale di controllo ${control}`;
  drawText(pdf, roll, note, { size: 7, align: 'center' });
}

/**
 * The receipt of a purchase for a roll, on one page of exactly the needed length. A first drawing measures that
 * length.
 * @param proof the address that verifies it
 */
export async function renderRollReceipt(
  receipt: Receipt,
  madeAt: Date,
  proof: string,
  on: RollWidth = '80',
): Promise<Buffer> {
  const roll = ROLLS[on];
  const { margin, width } = roll;
  async function drawOn(height: number): Promise<Pdf> {
    const title = `Ricevuta di acquisto n. ${receipt.purchaseId}`;
    const margins = { top: margin, bottom: margin, left: margin, right: margin };
    const pdf = await createPdf(
      { title, author: receipt.business.companyName, madeAt },
      { size: [width, height], margins },
    );
    drawReceipt(pdf, roll, receipt, madeAt, proof);
    return pdf;
  }
  const measured = await drawOn(LONGEST);
  if (measured.bufferedPageRange().count > 1) return finishPdf(measured);
  // One point more than measured, so that rounding does not start a new page.
  return finishPdf(await drawOn(measured.y + margin + 1));
}

import type { RollWidth } from '#contract/calls/purchases.ts';
import { formatDay, formatInstant } from '#contract/rules/dates.ts';
import { formatTotal, formatUnitPrice } from '#contract/rules/money.ts';
import { madeNote } from '#server/documents/made.ts';
import type { Column, Fact, Party, PdfDocument, PdfPart, TableCell, TextStyle } from '#server/documents/pdf.ts';
import type { Line } from '#server/sale/stored-cart.ts';
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

/** What is said of a purchase that was taken back. */
function cancelledText({ cancelledAt }: Receipt): string | undefined {
  return cancelledAt === null ? undefined : `ACQUISTO STORNATO IL ${formatInstant(cancelledAt)}`;
}

function toRow({ product, quantity, pricePerUnit, totalPrice }: Line, index: number): readonly TableCell[] {
  const origin = `${product.manufacturer.name} · EAN ${product.ean1}`;
  const price = formatUnitPrice(pricePerUnit);
  return [String(index + 1), [product.name, origin], String(quantity), price, formatTotal(totalPrice)];
}

const PROOF_TEXT = 'Per verificare questa ricevuta, inquadra il codice.';
const PROOF_ALT = 'Codice QR: indirizzo della pagina che verifica la ricevuta';

function headOf({ purchaseId, business }: Receipt, madeAt: Date) {
  return { title: `Ricevuta di acquisto n. ${purchaseId}`, author: business.companyName, madeAt };
}

/**
 * The receipt of a purchase in A4 (§2 step 4), with its creation time and control total (rules §7).
 * @param proof the address that verifies it
 */
export function receiptDocument(receipt: Receipt, madeAt: Date, proof: string): PdfDocument {
  const { purchaseId, createdAt, lines, itemsAmount } = receipt;
  const control = formatTotal(itemsAmount);
  const cancelled = cancelledText(receipt);
  return {
    ...headOf(receipt, madeAt),
    parts: [
      {
        kind: 'title',
        title: 'Ricevuta di acquisto',
        subject: `Acquisto n. ${purchaseId}`,
        date: `del ${formatInstant(createdAt)}`,
      },
      ...(cancelled === undefined ? [] : [{ kind: 'banner', text: cancelled } as const]),
      { kind: 'parties', parties: [businessParty(receipt), beneficiary(receipt)] },
      { kind: 'table', columns: COLUMNS, rows: lines.map(toRow) },
      {
        kind: 'totals',
        total: ['Totale acquisto', control],
        rows: receiptTotals(receipt),
        code: { address: proof, alt: PROOF_ALT, text: PROOF_TEXT },
      },
    ],
    note: `Acquisto n. ${purchaseId} · ${madeNote({ madeAt }, `Totale di controllo ${control}`)}`,
  };
}

/** A roll in points: its width, its margin, and the width of its amounts and of the names of its facts. */
interface Roll {
  readonly width: number;
  readonly margin: number;
  readonly values: number;
  readonly labels: number;
}

/** Printers can print 72 mm of the width of 80, and 48 mm of 58. */
const ROLLS: Readonly<Record<RollWidth, Roll>> = {
  80: { width: 226.77, margin: 11.34, values: 78, labels: 66 },
  58: { width: 164.41, margin: 14.17, values: 58, labels: 48 },
};

/** As wide as a code reads well, in points. */
const PROOF_SIDE = 110;

const RULE: PdfPart = { kind: 'rule' };

function textPart(text: string, style: TextStyle & { readonly tag?: 'H1' | 'H2'; readonly above?: number }): PdfPart {
  return { kind: 'text', text, color: 'black', ...style };
}

function partyParts({ labels }: Roll, { title, name, facts }: Party): readonly PdfPart[] {
  return [
    textPart(title.toUpperCase(), { size: 7, isBold: true, tag: 'H2' }),
    textPart(name, { size: 10, isBold: true }),
    ...facts.map((texts): PdfPart => ({ kind: 'pair', texts, size: 8, color: 'black', leftWidth: labels })),
  ];
}

function amountPart({ width, margin, values }: Roll, texts: Fact, style: TextStyle): PdfPart {
  const leftWidth = width - 2 * margin - values;
  return { kind: 'pair', texts, color: 'black', align: 'right', leftWidth, ...style };
}

function lineParts(roll: Roll, { product, quantity, pricePerUnit, totalPrice }: Line): readonly PdfPart[] {
  return [
    textPart(product.name, { size: 9, isBold: true, above: 3 }),
    textPart(`EAN ${product.ean1}`, { size: 7 }),
    amountPart(roll, [`${quantity} × ${formatUnitPrice(pricePerUnit)}`, formatTotal(totalPrice)], { size: 9 }),
  ];
}

/**
 * The receipt of a purchase for a roll.
 * @param proof the address that verifies it
 */
export function rollReceiptDocument(receipt: Receipt, madeAt: Date, proof: string, on: RollWidth = '80'): PdfDocument {
  const { purchaseId, createdAt, lines, itemsAmount } = receipt;
  const roll = ROLLS[on];
  const control = formatTotal(itemsAmount);
  const cancelled = cancelledText(receipt);
  const centred = { size: 8, align: 'center' } as const;
  return {
    ...headOf(receipt, madeAt),
    roll,
    parts: [
      textPart('Ricevuta di acquisto', { size: 13, isBold: true, align: 'center', tag: 'H1' }),
      textPart('Buoni elettronici per prodotti dietetici', centred),
      textPart(`Acquisto n. ${purchaseId} del ${formatInstant(createdAt)}`, centred),
      ...(cancelled === undefined ? [] : [RULE, textPart(cancelled, { size: 10, isBold: true, align: 'center' })]),
      RULE,
      ...partyParts(roll, businessParty(receipt)),
      RULE,
      ...partyParts(roll, beneficiary(receipt)),
      RULE,
      ...lines.flatMap((line) => lineParts(roll, line)),
      RULE,
      amountPart(roll, ['Totale acquisto', control], { size: 12, isBold: true }),
      ...receiptTotals(receipt).map((fact) => amountPart(roll, fact, { size: 8 })),
      RULE,
      { kind: 'code', address: proof, alt: PROOF_ALT, side: PROOF_SIDE },
      textPart(PROOF_TEXT, { ...centred, size: 7 }),
      textPart(madeNote({ madeAt }, `Totale di controllo ${control}`), { ...centred, size: 7 }),
    ],
  };
}

import { formatDay } from '#contract/rules/dates.ts';
import { type Pdf, FONT } from '../pdf/create-pdf.ts';
import { COLOR, CONTENT } from '../pdf/page.ts';
import { printable } from '../pdf/printable.ts';
import type { ReceiptContent } from './receipt-content.ts';

interface Party {
  readonly title: string;
  readonly name: string;
  readonly facts: readonly (readonly [label: string, value: string])[];
}

const GUTTER = 24;
const COLUMN_WIDTH = (CONTENT.width - GUTTER) / 2;
const LABEL_WIDTH = 88;

function drawFact(pdf: Pdf, [label, value]: readonly [string, string], left: number, top: number): number {
  const width = COLUMN_WIDTH - LABEL_WIDTH;
  const text = printable(value);
  pdf.font(FONT.regular).fontSize(9).fillColor(COLOR.soft).text(label, left, top, { width: LABEL_WIDTH });
  pdf.fillColor(COLOR.ink).text(text, left + LABEL_WIDTH, top, { width });
  return top + pdf.heightOfString(text, { width }) + 1.5;
}

function drawParty(pdf: Pdf, party: Party, left: number, top: number): number {
  pdf.font(FONT.bold).fontSize(8).fillColor(COLOR.accent);
  pdf.text(party.title.toUpperCase(), left, top, { width: COLUMN_WIDTH, characterSpacing: 0.6 });
  const name = printable(party.name);
  pdf
    .font(FONT.bold)
    .fontSize(11.5)
    .fillColor(COLOR.ink)
    .text(name, left, top + 13, { width: COLUMN_WIDTH });
  const below = top + 13 + pdf.heightOfString(name, { width: COLUMN_WIDTH }) + 3;
  return party.facts.reduce((at, fact) => drawFact(pdf, fact, left, at), below);
}

function merchant({ business, store }: ReceiptContent): Party {
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

function beneficiary({ patient, voucher, payer }: ReceiptContent): Party {
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

/** Draws who sold and who bought side by side; gives the height at which to go on. */
export function drawParties(pdf: Pdf, receipt: ReceiptContent, top: number): number {
  const left = drawParty(pdf, merchant(receipt), CONTENT.left, top);
  const right = drawParty(pdf, beneficiary(receipt), CONTENT.left + COLUMN_WIDTH + GUTTER, top);
  return Math.max(left, right) + 20;
}

import { type Pdf, FONT } from './create-pdf.ts';
import { COLOR, CONTENT } from './page.ts';

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

/** A company, person or authority in a document. */
export interface Party {
  readonly title: string;
  readonly name: string;
  readonly facts: readonly Fact[];
}

const GUTTER = 24;
const COLUMN_WIDTH = (CONTENT.width - GUTTER) / 2;
const LABEL_WIDTH = 88;

function drawFact(pdf: Pdf, [label, value]: Fact, left: number, top: number): number {
  const width = COLUMN_WIDTH - LABEL_WIDTH;
  pdf.font(FONT.regular).fontSize(9).fillColor(COLOR.soft).text(label, left, top, { width: LABEL_WIDTH });
  pdf.fillColor(COLOR.ink).text(value, left + LABEL_WIDTH, top, { width });
  return top + pdf.heightOfString(value, { width }) + 1.5;
}

function drawParty(pdf: Pdf, party: Party, left: number, top: number): number {
  pdf.font(FONT.bold).fontSize(8).fillColor(COLOR.accent);
  pdf.text(party.title.toUpperCase(), left, top, { width: COLUMN_WIDTH, characterSpacing: 0.6 });
  pdf
    .font(FONT.bold)
    .fontSize(11.5)
    .fillColor(COLOR.ink)
    .text(party.name, left, top + 13, { width: COLUMN_WIDTH });
  const below = top + 13 + pdf.heightOfString(party.name, { width: COLUMN_WIDTH }) + 3;
  return party.facts.reduce((at, fact) => drawFact(pdf, fact, left, at), below);
}

/**
 * Draws two parties side by side.
 * @returns the y position below them
 */
export function drawParties(pdf: Pdf, first: Party, second: Party, top: number): number {
  const left = drawParty(pdf, first, CONTENT.left, top);
  const right = drawParty(pdf, second, CONTENT.left + COLUMN_WIDTH + GUTTER, top);
  return Math.max(left, right) + 20;
}

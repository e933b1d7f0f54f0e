import Document from 'pdfkit';
import { baseLine, fontFile, type FontName, textWithFont } from './fonts.ts';
import { COLOR, type PdfDocument, type TextStyle } from './pdf.ts';

/** A4 in points of 1/72 inch, with margins that every printer can keep. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48, foot: 72 } as const;

/** The area between the margins of A4, in points. */
export const CONTENT = {
  left: PAGE.margin,
  right: PAGE.width - PAGE.margin,
  width: PAGE.width - 2 * PAGE.margin,
  top: PAGE.margin,
  /** The footer is below this position. */
  bottom: PAGE.height - PAGE.foot,
} as const;

/** A document that is being drawn. */
export type Pdf = InstanceType<typeof Document> & {
  /** The part of the structure to which the next part is added. */
  part: PDFKit.PDFStructureElement;
  /** The fonts that it has. */
  readonly fonts: Set<FontName>;
};

/** The longest page of a PDF, in points. */
export const LONGEST = 14_400;

/**
 * An empty Italian document. Its pages stay open to the end, so that footers can show their number. It is tagged: all
 * that is drawn is a part of its structure (`drawAs`) or an artifact.
 * @param rollHeight of the page of a roll
 */
export function createPdf({ title, author, madeAt, roll }: PdfDocument, rollHeight = LONGEST): Pdf {
  const paper = roll
    ? { size: [roll.width, rollHeight] as [number, number], margin: roll.margin }
    : { size: 'A4', margins: { top: PAGE.margin, bottom: PAGE.foot, left: PAGE.margin, right: PAGE.margin } };
  const pdf = new Document({
    ...paper,
    // Fonts are ours alone, and each is given with its first text.
    font: '',
    bufferPages: true,
    // The first version that knows the scope of a table's head.
    pdfVersion: '1.5',
    tagged: true,
    lang: 'it-IT',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: madeAt },
  });
  const part = pdf.struct('Document');
  pdf.addStructure(part);
  return Object.assign(pdf, { part, fonts: new Set<FontName>() });
}

/** A part that holds others. */
type Group = 'L' | 'LI' | 'Table' | 'TR';
/** A part that is drawn: headings, paragraph, the name and the value of a fact, cells. */
type Leaf = 'H1' | 'H2' | 'P' | 'Lbl' | 'LBody' | 'TH' | 'TD';

/** Draws a part of the structure, which is what a screen reader reads: its texts, with a pause between them. */
export function drawAs(pdf: Pdf, tag: Leaf, ...texts: readonly (() => unknown)[]): void {
  const options = { title: '', ...(tag === 'TH' ? { scope: 'Column' } : {}) };
  pdf.part.add(pdf.struct(tag, options, [...texts]));
}

/**
 * Opens a part that holds those drawn until it is closed.
 * @returns what closes it
 */
export function openGroup(pdf: Pdf, tag: Group): () => void {
  const outer = pdf.part;
  const part = pdf.struct(tag);
  outer.add(part);
  pdf.part = part;
  return () => {
    part.end();
    pdf.part = outer;
  };
}

/** Draws what is for the eyes only, such as a rule, or is repeated on each page. */
export function drawArtifact(pdf: Pdf, draw: () => unknown, type: 'Layout' | 'Pagination' = 'Layout'): void {
  pdf.markContent('Artifact', { type });
  draw();
  pdf.endMarkedContent();
}

/** A text as it can be drawn, in the font that has its letters, which becomes that of the document. */
function withFont(pdf: Pdf, given: string, { size, isBold = false }: TextStyle): string {
  const { text, font } = textWithFont(given, isBold);
  if (!pdf.fonts.has(font)) {
    pdf.registerFont(font, fontFile(font));
    pdf.fonts.add(font);
  }
  pdf.font(font).fontSize(size);
  return text;
}

/** The height in points of a text in a column. */
export function heightOf(pdf: Pdf, text: string, style: TextStyle, width: number): number {
  return text === '' ? 0 : pdf.heightOfString(withFont(pdf, text, style), { width });
}

/** Where a text is drawn: its left and top, and the width of its column. */
interface Place {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** The space it may take; what does not fit is cut off. Without it the text goes on on the next page. */
  readonly height?: number;
  readonly characterSpacing?: number;
}

/** Draws a text. Texts of one size stand on one base line, in whichever fonts. */
export function write(pdf: Pdf, text: string, style: TextStyle, { left, top, ...place }: Place): void {
  const drawn = withFont(pdf, text, style);
  const { size, color = 'ink', align = 'left' } = style;
  pdf.fillColor(COLOR[color]).text(drawn, left, top, { ...place, align, baseline: -baseLine() * size });
}

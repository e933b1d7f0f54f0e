import type PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import { useAllFonts } from './fonts.ts';

/** A4 in points of 1/72 inch, with margins that every printer can keep. */
const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const;

/** The area between the margins, in points. */
export const CONTENT = {
  left: PAGE.margin,
  right: PAGE.width - PAGE.margin,
  width: PAGE.width - 2 * PAGE.margin,
  top: PAGE.margin,
  /** The footer is below this position. */
  bottom: PAGE.height - 72,
} as const;

/** Colours that are still distinct in greyscale. */
export const COLOR = {
  ink: '#17324D',
  soft: '#455A70',
  line: '#C5CED8',
  band: '#EEF3F8',
  accent: '#0066CC',
  alarm: '#B3261E',
  paper: '#FFFFFF',
} as const;

const BLACK = '#000000';

/** A document that is being drawn. */
export type Pdf = InstanceType<typeof PDFDocument> & {
  /** Aborts when nobody wants the document any more. */
  readonly signal?: AbortSignal | undefined;
  /** The part of the structure to which the next part is added. */
  part: PDFKit.PDFStructureElement;
};

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

/** The registered names of the fonts. Characters that these lack are drawn in others (`useAllFonts`). */
export const FONT = { regular: 'latin-400', bold: 'latin-700' } as const;

/** The document properties, and the signal that ends its drawing. */
export interface PdfInfo {
  readonly title: string;
  readonly author: string;
  readonly madeAt: Date;
  readonly signal?: AbortSignal | undefined;
}

/** A paper format; sizes in points. */
interface Paper {
  readonly size: 'A4' | [width: number, height: number];
  readonly margins: Readonly<Record<'top' | 'bottom' | 'left' | 'right', number>>;
}

const A4: Paper = {
  size: 'A4',
  margins: { top: PAGE.margin, bottom: PAGE.height - CONTENT.bottom, left: PAGE.margin, right: PAGE.margin },
};

/**
 * Creates an empty Italian document, by default in A4. Its pages stay open until `finishPdf`, so that footers can show
 * the number of pages. It is tagged: all that is drawn is a part of its structure (`drawAs`) or an artifact.
 */
export async function createPdf(info: PdfInfo, paper = A4): Promise<Pdf> {
  // Not before the first document: it takes long to load, and the server would start later.
  const { default: Document } = await import('pdfkit');
  const pdf = new Document({
    ...paper,
    bufferPages: true,
    // The first version that knows the scope of a table's head.
    pdfVersion: '1.5',
    tagged: true,
    lang: 'it-IT',
    displayTitle: true,
    info: { Title: info.title, Author: info.author, CreationDate: info.madeAt },
  });
  useAllFonts(pdf);
  const part = pdf.struct('Document');
  pdf.addStructure(part);
  return Object.assign(pdf.font(FONT.regular), { signal: info.signal, part });
}

/** Closes the document and returns its bytes. */
export function finishPdf(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}

const FOOTER_GAP = 8;

/** Draws the note on the left and the page number on the right of every page. */
export function drawFooters(pdf: Pdf, note: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    // Text below the bottom margin would start a new page.
    pdf.page.margins.bottom = 0;
    const top = CONTENT.bottom + FOOTER_GAP;
    const page = `Pagina ${index + 1} di ${count}`;
    drawArtifact(
      pdf,
      () => {
        pdf.moveTo(CONTENT.left, top).lineTo(CONTENT.right, top).lineWidth(0.5).strokeColor(COLOR.line).stroke();
        pdf.font(FONT.regular).fontSize(8).fillColor(COLOR.soft);
        pdf.text(note, CONTENT.left, top + FOOTER_GAP, { width: CONTENT.width - 80, height: PAGE.height - top });
        pdf.text(page, CONTENT.right - 80, top + FOOTER_GAP, { width: 80, align: 'right' });
      },
      'Pagination',
    );
  }
}

/** A label and its value. */
export type Fact = readonly [label: string, value: string];

/** Draws a list of facts, each an item whose label and value are drawn by the two functions that `drawing` returns. */
function drawFactList(
  pdf: Pdf,
  facts: readonly Fact[],
  drawing: (fact: Fact, index: number) => readonly [label: () => unknown, value: () => unknown],
): void {
  const closeList = openGroup(pdf, 'L');
  facts.forEach((fact, index) => {
    const closeItem = openGroup(pdf, 'LI');
    const [label, value] = drawing(fact, index);
    drawAs(pdf, 'Lbl', label);
    drawAs(pdf, 'LBody', value);
    closeItem();
  });
  closeList();
}

/** A company, person or authority in a document. */
export interface Party {
  readonly title: string;
  readonly name: string;
  readonly facts: readonly Fact[];
}

const GUTTER = 24;
const COLUMN_WIDTH = (CONTENT.width - GUTTER) / 2;
const LABEL_WIDTH = 88;

function drawParty(pdf: Pdf, party: Party, left: number, top: number): number {
  pdf.font(FONT.bold).fontSize(8).fillColor(COLOR.accent);
  drawAs(pdf, 'H2', () =>
    pdf.text(party.title.toUpperCase(), left, top, { width: COLUMN_WIDTH, characterSpacing: 0.6 }),
  );
  pdf.font(FONT.bold).fontSize(11.5).fillColor(COLOR.ink);
  drawAs(pdf, 'P', () => pdf.text(party.name, left, top + 13, { width: COLUMN_WIDTH }));
  const width = COLUMN_WIDTH - LABEL_WIDTH;
  let below = top + 13 + pdf.heightOfString(party.name, { width: COLUMN_WIDTH }) + 3;
  pdf.font(FONT.regular).fontSize(9);
  drawFactList(pdf, party.facts, ([label, value]) => {
    const at = below;
    below += pdf.heightOfString(value, { width }) + 1.5;
    return [
      () => pdf.fillColor(COLOR.soft).text(label, left, at, { width: LABEL_WIDTH }),
      () => pdf.fillColor(COLOR.ink).text(value, left + LABEL_WIDTH, at, { width }),
    ];
  });
  return below;
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

const SECTION_GAP = 20;
const TITLE_HEIGHT = 24;
/** The space in points that a title needs below it, so that the table head and some rows follow on the same page. */
const FOLLOWING = 90;
const BAND_PADDING = 8;

/**
 * Draws the title of a section, on a new page when too little space is left.
 * @param below the y position where the content above ends
 * @returns the y position below the title
 */
export function drawSection(pdf: Pdf, title: string, below: number): number {
  const isNewPage = below + SECTION_GAP + TITLE_HEIGHT + FOLLOWING > CONTENT.bottom;
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? CONTENT.top : below + SECTION_GAP;
  pdf.font(FONT.bold).fontSize(12).fillColor(COLOR.accent);
  drawAs(pdf, 'H2', () => pdf.text(title, CONTENT.left, top, { width: CONTENT.width }));
  return top + TITLE_HEIGHT;
}

/**
 * Draws facts side by side on a band over the whole width.
 * @returns the y position below the band
 */
export function drawFacts(pdf: Pdf, facts: readonly Fact[], top: number): number {
  const slot = CONTENT.width / facts.length;
  const width = slot - 2 * BAND_PADDING;
  pdf.font(FONT.bold).fontSize(9);
  const height = Math.max(...facts.map(([, value]) => pdf.heightOfString(value, { width }))) + 2 * BAND_PADDING + 10;
  drawArtifact(pdf, () => pdf.rect(CONTENT.left, top, CONTENT.width, height).fill(COLOR.band));
  drawFactList(pdf, facts, ([label, value], index) => {
    const left = CONTENT.left + index * slot + BAND_PADDING;
    return [
      () => {
        pdf.font(FONT.regular).fontSize(8).fillColor(COLOR.soft);
        pdf.text(label, left, top + BAND_PADDING - 2, { width });
      },
      () => {
        pdf.font(FONT.bold).fontSize(9).fillColor(COLOR.ink);
        pdf.text(value, left, top + BAND_PADDING + 10, { width });
      },
    ];
  });
  return top + height;
}

/** The head of a document: its name on the left, subject and date on the right. */
interface Title {
  readonly title: string;
  readonly subject: string;
  readonly date: string;
}

const BANNER_HEIGHT = 26;

/**
 * Draws the head of a document.
 * @returns the y position below it
 */
export function drawTitle(pdf: Pdf, { title, subject, date }: Title): number {
  const half = CONTENT.width / 2;
  drawArtifact(pdf, () => pdf.rect(CONTENT.left, CONTENT.top, CONTENT.width, 3).fill(COLOR.accent));
  pdf.font(FONT.bold).fontSize(20).fillColor(COLOR.ink);
  drawAs(pdf, 'H1', () => pdf.text(title, CONTENT.left, CONTENT.top + 16, { width: half }));
  pdf.font(FONT.regular).fontSize(10).fillColor(COLOR.soft);
  const portal = 'Buoni elettronici per prodotti dietetici';
  drawAs(pdf, 'P', () => pdf.text(portal, CONTENT.left, CONTENT.top + 44, { width: half }));
  const right = { width: half, align: 'right' } as const;
  pdf.font(FONT.bold).fontSize(13).fillColor(COLOR.ink);
  drawAs(pdf, 'P', () => pdf.text(subject, CONTENT.left + half, CONTENT.top + 22, right));
  pdf.font(FONT.regular).fontSize(10).fillColor(COLOR.soft);
  drawAs(pdf, 'P', () => pdf.text(date, CONTENT.left + half, CONTENT.top + 44, right));
  return CONTENT.top + 76;
}

/**
 * Draws a framed warning over the whole width.
 * @returns the y position below it
 */
export function drawBanner(pdf: Pdf, text: string, top: number): number {
  const width = CONTENT.width - 16;
  pdf.font(FONT.bold).fontSize(11);
  const height = BANNER_HEIGHT - pdf.currentLineHeight(true) + pdf.heightOfString(text, { width });
  drawArtifact(pdf, () =>
    pdf.rect(CONTENT.left, top, CONTENT.width, height).lineWidth(1.2).strokeColor(COLOR.alarm).stroke(),
  );
  pdf.fillColor(COLOR.alarm);
  drawAs(pdf, 'P', () => pdf.text(text, CONTENT.left + 8, top + 6, { width, align: 'center' }));
  return top + height + 14;
}

const WIDTH = 260;
const LEFT = CONTENT.right - WIDTH;
const ROW_HEIGHT = 18;
const TOTAL_HEIGHT = 28;
const TOTALS_GAP = 14;
const PADDING = 6;

/**
 * Draws the main total and its details on the right, together on one page.
 * @returns the y position of their top
 */
export function drawTotals(pdf: Pdf, total: Fact, rows: readonly Fact[], below: number): number {
  const height = TOTAL_HEIGHT + PADDING + rows.length * ROW_HEIGHT;
  const isNewPage = below + TOTALS_GAP + height > CONTENT.bottom;
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? CONTENT.top : below + TOTALS_GAP;
  const width = WIDTH - 2 * PADDING;
  drawArtifact(pdf, () => pdf.rect(LEFT, top, WIDTH, TOTAL_HEIGHT).fill(COLOR.band));
  pdf.fillColor(COLOR.ink);
  drawFactList(pdf, [total, ...rows], ([label, value], index) => {
    const at = index === 0 ? top + 5 : top + TOTAL_HEIGHT + PADDING + (index - 1) * ROW_HEIGHT;
    pdf.font(index === 0 ? FONT.bold : FONT.regular).fontSize(index === 0 ? 12 : 10);
    return [
      () => pdf.text(label, LEFT + PADDING, at, { width }),
      () => pdf.text(value, LEFT + PADDING, at, { width, align: 'right' }),
    ];
  });
  return top;
}

/** The white space that a scanner needs around a QR code, in modules. */
const QUIET_MODULES = 4;

/**
 * Draws an address as a QR code in a square with its white space.
 * @param alt what readers hear in its place
 */
export function drawQrCode(pdf: Pdf, address: string, alt: string, left: number, top: number, side: number): void {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_MODULES });
  const module = side / size;
  const draw = () => {
    for (const [row, modules] of data.entries()) {
      for (const [column, isDark] of modules.entries()) {
        if (isDark) pdf.rect(left + column * module, top + row * module, module, module);
      }
    }
    pdf.fill(BLACK);
  };
  pdf.part.add(pdf.struct('Figure', { alt }, [draw]));
}

/** Reads all batches for their totals only. */
export async function readToEnd(batches: AsyncIterable<unknown>): Promise<void> {
  const iterator = batches[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

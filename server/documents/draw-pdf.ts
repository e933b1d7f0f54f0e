import { encode } from 'uqr';
import { drawTable } from './draw-table.ts';
import {
  CONTENT,
  createPdf,
  drawArtifact,
  drawAs,
  heightOf,
  LONGEST,
  openGroup,
  PAGE,
  type Pdf,
  write,
} from './pdf-page.ts';
import {
  type Code,
  COLOR,
  type Fact,
  type Party,
  type PdfContents,
  type PdfDocument,
  type PdfPart,
  type TextStyle,
} from './pdf.ts';

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

const TITLE: TextStyle = { size: 20, isBold: true };
const SUBJECT: TextStyle = { size: 13, isBold: true, align: 'right' };
const UNDER_TITLE: TextStyle = { size: 10, color: 'soft' };
const PORTAL = 'Buoni elettronici per prodotti dietetici';

function drawTitle(pdf: Pdf, { title, subject, date }: PdfContents['title']): number {
  const { left, top, width: whole } = CONTENT;
  const width = whole / 2;
  drawArtifact(pdf, () => pdf.rect(left, top, whole, 3).fill(COLOR.accent));
  drawAs(pdf, 'H1', () => write(pdf, title, TITLE, { left, top: top + 16, width }));
  drawAs(pdf, 'P', () => write(pdf, PORTAL, UNDER_TITLE, { left, top: top + 44, width }));
  drawAs(pdf, 'P', () => write(pdf, subject, SUBJECT, { left: left + width, top: top + 22, width }));
  const dateStyle: TextStyle = { ...UNDER_TITLE, align: 'right' };
  drawAs(pdf, 'P', () => write(pdf, date, dateStyle, { left: left + width, top: top + 44, width }));
  return top + 76;
}

const ALARM: TextStyle = { size: 11, isBold: true, color: 'alarm', align: 'center' };
const BANNER_SPACE = 9.27;

function drawBanner(pdf: Pdf, { text }: PdfContents['banner'], top: number): number {
  const width = CONTENT.width - 16;
  const height = BANNER_SPACE + heightOf(pdf, text, ALARM, width);
  drawArtifact(pdf, () =>
    pdf.rect(CONTENT.left, top, CONTENT.width, height).lineWidth(1.2).strokeColor(COLOR.alarm).stroke(),
  );
  drawAs(pdf, 'P', () => write(pdf, text, ALARM, { left: CONTENT.left + 8, top: top + 6, width }));
  return top + height + 14;
}

const GUTTER = 24;
const COLUMN_WIDTH = (CONTENT.width - GUTTER) / 2;
const LABEL_WIDTH = 88;
const PARTY: Readonly<Record<'title' | 'name' | 'label' | 'value', TextStyle>> = {
  title: { size: 8, isBold: true, color: 'accent' },
  name: { size: 11.5, isBold: true },
  label: { size: 9, color: 'soft' },
  value: { size: 9 },
};

function drawParty(pdf: Pdf, { title, name, facts }: Party, left: number, top: number): number {
  const place = { left, top, width: COLUMN_WIDTH };
  drawAs(pdf, 'H2', () => write(pdf, title.toUpperCase(), PARTY.title, { ...place, characterSpacing: 0.6 }));
  drawAs(pdf, 'P', () => write(pdf, name, PARTY.name, { ...place, top: top + 13 }));
  const width = COLUMN_WIDTH - LABEL_WIDTH;
  let below = top + 13 + heightOf(pdf, name, PARTY.name, COLUMN_WIDTH) + 3;
  drawFactList(pdf, facts, ([label, value]) => {
    const at = below;
    below += heightOf(pdf, value, PARTY.value, width) + 1.5;
    return [
      () => write(pdf, label, PARTY.label, { left, top: at, width: LABEL_WIDTH }),
      () => write(pdf, value, PARTY.value, { left: left + LABEL_WIDTH, top: at, width }),
    ];
  });
  return below;
}

function drawParties(pdf: Pdf, { parties: [first, second] }: PdfContents['parties'], top: number): number {
  const left = drawParty(pdf, first, CONTENT.left, top);
  const right = drawParty(pdf, second, CONTENT.left + COLUMN_WIDTH + GUTTER, top);
  return Math.max(left, right) + 20;
}

const BAND_PADDING = 8;
const BAND_LABEL: TextStyle = { size: 8, color: 'soft' };
const BAND_VALUE: TextStyle = { size: 9, isBold: true };

function drawFacts(pdf: Pdf, { facts }: PdfContents['facts'], top: number): number {
  const slot = CONTENT.width / facts.length;
  const width = slot - 2 * BAND_PADDING;
  const heights = facts.map(([, value]) => heightOf(pdf, value, BAND_VALUE, width));
  const height = Math.max(...heights) + 2 * BAND_PADDING + 10;
  drawArtifact(pdf, () => pdf.rect(CONTENT.left, top, CONTENT.width, height).fill(COLOR.band));
  drawFactList(pdf, facts, ([label, value], index) => {
    const left = CONTENT.left + index * slot + BAND_PADDING;
    return [
      () => write(pdf, label, BAND_LABEL, { left, top: top + BAND_PADDING - 2, width }),
      () => write(pdf, value, BAND_VALUE, { left, top: top + BAND_PADDING + 10, width }),
    ];
  });
  return top + height;
}

const SECTION: TextStyle = { size: 12, isBold: true, color: 'accent' };
const SECTION_GAP = 20;
const SECTION_HEIGHT = 24;
/** The space in points that a title needs below it, so that the table head and some rows follow on the same page. */
const FOLLOWING = 90;

/** Draws the title of a table, on a new page when too little space is left. */
function drawSection(pdf: Pdf, title: string, below: number): number {
  const isNewPage = below + SECTION_GAP + SECTION_HEIGHT + FOLLOWING > CONTENT.bottom;
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? CONTENT.top : below + SECTION_GAP;
  drawAs(pdf, 'H2', () => write(pdf, title, SECTION, { left: CONTENT.left, top, width: CONTENT.width }));
  return top + SECTION_HEIGHT;
}

/** The white space that a scanner needs around a QR code, in modules. */
const QUIET_MODULES = 4;

/** Draws a QR code in a square with its white space. */
function drawCode(pdf: Pdf, { address, alt }: Code, left: number, top: number, side: number): void {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_MODULES });
  const module = side / size;
  const draw = () => {
    for (const [row, modules] of data.entries()) {
      for (const [column, isDark] of modules.entries()) {
        if (isDark) pdf.rect(left + column * module, top + row * module, module, module);
      }
    }
    pdf.fill(COLOR.black);
  };
  pdf.part.add(pdf.struct('Figure', { alt }, [draw]));
}

const TOTALS = { width: 260, row: 18, head: 28, gap: 14, padding: 6 } as const;
const TOTAL: TextStyle = { size: 12, isBold: true };
const DETAIL: TextStyle = { size: 10 };
/** The side of the code is 32 mm. */
const CODE = { side: 90, textWidth: 130 } as const;

function drawTotals(pdf: Pdf, { total, rows, code }: PdfContents['totals'], below: number): number {
  const height = TOTALS.head + TOTALS.padding + rows.length * TOTALS.row;
  const isNewPage = below + TOTALS.gap + height > CONTENT.bottom;
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? CONTENT.top : below + TOTALS.gap;
  const start = CONTENT.right - TOTALS.width;
  const place = { left: start + TOTALS.padding, width: TOTALS.width - 2 * TOTALS.padding };
  drawArtifact(pdf, () => pdf.rect(start, top, TOTALS.width, TOTALS.head).fill(COLOR.band));
  drawFactList(pdf, [total, ...rows], ([label, value], index) => {
    const at = index === 0 ? top + 5 : top + TOTALS.head + TOTALS.padding + (index - 1) * TOTALS.row;
    const style = index === 0 ? TOTAL : DETAIL;
    return [
      () => write(pdf, label, style, { ...place, top: at }),
      () => write(pdf, value, { ...style, align: 'right' }, { ...place, top: at }),
    ];
  });
  const { left } = CONTENT;
  drawCode(pdf, code, left, top, CODE.side);
  const beside = { left: left + CODE.side + 4, top: top + CODE.side / 3, width: CODE.textWidth };
  drawAs(pdf, 'P', () => write(pdf, code.text, { size: 8, color: 'soft' }, beside));
  return top + height;
}

/** The left margin and the width between the margins of whichever paper. */
function columnOf({ page }: Pdf): { readonly left: number; readonly width: number } {
  const { left, right } = page.margins;
  return { left, width: page.width - left - right };
}

function drawText(pdf: Pdf, part: PdfContents['text'], below: number): number {
  const { text, tag = 'P', above = 0, top = below + above } = part;
  const column = columnOf(pdf);
  const { left = column.left, width = column.width } = part;
  drawAs(pdf, tag, () => write(pdf, text, part, { left, top, width }));
  return pdf.y;
}

/** The space between the two texts of a pair. */
const BETWEEN = 4;

function drawPair(
  pdf: Pdf,
  { texts, leftWidth, align = 'left', ...style }: PdfContents['pair'],
  below: number,
): number {
  const { left, width } = columnOf(pdf);
  const columns = [
    { left, width: leftWidth - BETWEEN },
    { left: left + leftWidth, width: width - leftWidth },
  ] as const;
  const height = Math.max(...columns.map((column, index) => heightOf(pdf, texts[index] ?? '', style, column.width)));
  const isNewPage = below + height > pdf.page.maxY();
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? pdf.y : below;
  drawAs(
    pdf,
    'P',
    () => write(pdf, texts[0], style, { ...columns[0], top }),
    () => write(pdf, texts[1], { ...style, align }, { ...columns[1], top }),
  );
  return top + height;
}

function drawRule(pdf: Pdf, _part: PdfContents['rule'], below: number): number {
  const { left, width } = columnOf(pdf);
  const at = below + 5;
  drawArtifact(pdf, () =>
    pdf
      .moveTo(left, at)
      .lineTo(left + width, at)
      .lineWidth(0.7)
      .strokeColor(COLOR.black)
      .stroke(),
  );
  return at + 5;
}

const FRAME: TextStyle = { size: 26, isBold: true, align: 'center' };
const FRAME_HEIGHT = 52;

function drawFrame(pdf: Pdf, { text, above }: PdfContents['frame'], below: number): number {
  const column = columnOf(pdf);
  const top = below + above;
  drawArtifact(pdf, () =>
    pdf.rect(column.left, top, column.width, FRAME_HEIGHT).lineWidth(1).strokeColor(COLOR.line).stroke(),
  );
  drawAs(pdf, 'P', () => write(pdf, text, FRAME, { ...column, top: top + 10 }));
  return top + FRAME_HEIGHT;
}

function drawCentredCode(pdf: Pdf, { side, ...code }: PdfContents['code'], below: number): number {
  const isNewPage = below + side > pdf.page.maxY();
  if (isNewPage) pdf.addPage();
  const top = isNewPage ? pdf.y : below;
  drawCode(pdf, code, (pdf.page.width - side) / 2, top, side);
  return top + side;
}

type Draw<Kind extends keyof PdfContents> = (pdf: Pdf, part: PdfContents[Kind], below: number) => number;

/** Each draws a part below a y position and returns the position below it. */
const DRAWS: { readonly [Kind in keyof PdfContents]: Draw<Kind> } = {
  title: drawTitle,
  banner: drawBanner,
  parties: drawParties,
  facts: drawFacts,
  table: (pdf, table, below) =>
    drawTable(pdf, table, table.section === undefined ? below : drawSection(pdf, table.section, below)),
  totals: drawTotals,
  text: drawText,
  pair: drawPair,
  rule: drawRule,
  frame: drawFrame,
  code: drawCentredCode,
};

function drawPart<Kind extends keyof PdfContents>(
  pdf: Pdf,
  kind: Kind,
  part: PdfContents[Kind],
  below: number,
): number {
  return DRAWS[kind](pdf, part, below);
}

const FOOTER_GAP = 8;
const FOOTER: TextStyle = { size: 8, color: 'soft' };

/** Draws the note on the left and the page number on the right of every page. */
function drawFooters(pdf: Pdf, note: string): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(start + index);
    // Text below the bottom margin would start a new page.
    pdf.page.margins.bottom = 0;
    const { left, right, width, bottom } = CONTENT;
    const place = { top: bottom + 2 * FOOTER_GAP, height: PAGE.height - bottom - FOOTER_GAP };
    drawArtifact(
      pdf,
      () => {
        const rule = bottom + FOOTER_GAP;
        pdf.moveTo(left, rule).lineTo(right, rule).lineWidth(0.5).strokeColor(COLOR.line).stroke();
        write(pdf, note, FOOTER, { ...place, left, width: width - 80 });
        const page = `Pagina ${index + 1} di ${count}`;
        write(pdf, page, { ...FOOTER, align: 'right' }, { ...place, left: right - 80, width: 80 });
      },
      'Pagination',
    );
  }
}

function drawParts(pdf: Pdf, parts: readonly PdfPart[]): number {
  return parts.reduce((below, part) => drawPart(pdf, part.kind, part, below), pdf.y);
}

/** Closes a document and returns its bytes. */
function finish(pdf: Pdf): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
    pdf.end();
  });
}

/** Draws a document and returns the bytes of its PDF. On a roll a first drawing measures the length. */
export function drawPdf(document: PdfDocument): Promise<Buffer> {
  const { roll, parts, note } = document;
  let pdf = createPdf(document);
  const below = drawParts(pdf, parts);
  if (roll && pdf.bufferedPageRange().count === 1) {
    // One point more than measured, so that rounding does not start a new page.
    pdf = createPdf(document, Math.min(LONGEST, below + roll.margin + 1));
    drawParts(pdf, parts);
  }
  if (note !== undefined) drawFooters(pdf, note);
  return finish(pdf);
}

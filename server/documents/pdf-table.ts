import { setImmediate as turn } from 'node:timers/promises';
import { COLOR, CONTENT, drawArtifact, drawAs, FONT, openGroup, type Pdf } from './pdf.ts';

/** A column of a table; width in points. The column without a width takes the remaining space. */
export interface Column {
  readonly title: string;
  readonly width?: number;
  readonly align: 'left' | 'right';
}

/** The content of a cell: a text, or a text with a smaller note below it. */
export type TableCell = string | readonly [text: string, note: string];

interface PlacedColumn {
  readonly title: string;
  readonly left: number;
  readonly width: number;
  readonly align: 'left' | 'right';
}

/** Font sizes and vertical padding of a table, in points. */
interface Density {
  readonly text: number;
  readonly note: number;
  readonly space: number;
}

const ROOMY: Density = { text: 10, note: 8, space: 5 };
const DENSE: Density = { text: 9, note: 7.5, space: 3 };
const PADDING = 6;
const HEAD_HEIGHT = 21;

function place(columns: readonly Column[]): readonly PlacedColumn[] {
  const rest = columns.reduce((left, { width = 0 }) => left - width, CONTENT.width);
  const widths = columns.map(({ width = rest }) => width);
  return columns.map(({ title, align }, index) => ({
    title,
    align,
    left: CONTENT.left + PADDING + widths.slice(0, index).reduce((before, width) => before + width, 0),
    width: (widths[index] ?? 0) - 2 * PADDING,
  }));
}

function partsOf(cell: TableCell | undefined): readonly [text: string, note: string] {
  return typeof cell === 'object' ? cell : [cell ?? '', ''];
}

function drawTitles(
  pdf: Pdf,
  columns: readonly PlacedColumn[],
  top: number,
  each: (draw: () => unknown) => void,
): void {
  drawArtifact(pdf, () => pdf.rect(CONTENT.left, top, CONTENT.width, HEAD_HEIGHT).fill(COLOR.ink));
  pdf.font(FONT.bold).fontSize(9).fillColor(COLOR.paper);
  for (const { title, left, width, align } of columns) each(() => pdf.text(title, left, top + 4.5, { width, align }));
}

function drawHead(pdf: Pdf, columns: readonly PlacedColumn[], top: number): number {
  const closeRow = openGroup(pdf, 'TR');
  drawTitles(pdf, columns, top, (draw) => drawAs(pdf, 'TH', draw));
  closeRow();
  return top + HEAD_HEIGHT;
}

/** Draws the head again on a new page, where it is no row of the table. */
function repeatHead(pdf: Pdf, columns: readonly PlacedColumn[]): number {
  pdf.addPage();
  drawTitles(pdf, columns, CONTENT.top, (draw) => drawArtifact(pdf, draw, 'Pagination'));
  return CONTENT.top + HEAD_HEIGHT;
}

function textHeight(pdf: Pdf, text: string, size: number, width: number): number {
  return text === '' ? 0 : pdf.fontSize(size).heightOfString(text, { width });
}

interface PlacedTable {
  readonly columns: readonly PlacedColumn[];
  readonly density: Density;
}

function drawRow(pdf: Pdf, table: PlacedTable, row: readonly TableCell[], top: number, isTotal = false): number {
  const { columns, density } = table;
  const font = isTotal ? FONT.bold : FONT.regular;
  pdf.font(font);
  const cells = columns.map((column, index) => {
    const [text, note] = partsOf(row[index]);
    const height = textHeight(pdf, text, density.text, column.width);
    return { ...column, text, note, height, full: height + textHeight(pdf, note, density.note, column.width) };
  });
  const height = Math.max(...cells.map(({ full }) => full)) + 2 * density.space;
  const at = top + height > CONTENT.bottom ? repeatHead(pdf, columns) : top;
  const below = at + height;
  drawArtifact(pdf, () => {
    if (isTotal) pdf.rect(CONTENT.left, at, CONTENT.width, height).fill(COLOR.band);
    pdf.moveTo(CONTENT.left, below).lineTo(CONTENT.right, below).lineWidth(0.5).strokeColor(COLOR.line).stroke();
  });
  pdf.font(font);
  const closeRow = openGroup(pdf, 'TR');
  for (const { text, note, left, width, align, height: above } of cells) {
    const drawText = () => {
      pdf.fontSize(density.text).fillColor(COLOR.ink);
      pdf.text(text, left, at + density.space, { width, align });
    };
    const drawNote = () => {
      pdf.fontSize(density.note).fillColor(COLOR.soft);
      pdf.text(note, left, at + density.space + above, { width, align });
    };
    drawAs(pdf, 'TD', drawText, ...(note === '' ? [] : [drawNote]));
  }
  closeRow();
  return below;
}

interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly TableCell[])[];
  /** The totals, drawn in bold below the rows. */
  readonly totals?: readonly TableCell[];
  /** Smaller text, for long tables of figures. */
  readonly isDense?: boolean;
}

/** Drawing this many rows takes a few milliseconds. */
const ROWS_AT_ONCE = 10;

/**
 * Draws a table that repeats its head on every page. Between groups of rows other requests are served, and the drawing
 * ends when nobody wants the document any more.
 * @returns the y position below the table
 */
export async function drawTable(
  pdf: Pdf,
  { columns, rows, totals, isDense = false }: Table,
  top: number,
): Promise<number> {
  const table = { columns: place(columns), density: isDense ? DENSE : ROOMY };
  const closeTable = openGroup(pdf, 'Table');
  let below = drawHead(pdf, table.columns, top);
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) {
      await turn();
      pdf.signal?.throwIfAborted();
    }
    below = drawRow(pdf, table, row, below);
  }
  if (totals) below = drawRow(pdf, table, totals, below, true);
  closeTable();
  return below;
}

import { CONTENT, drawArtifact, drawAs, heightOf, openGroup, type Pdf, write } from './pdf-page.ts';
import { COLOR, type Column, type Table, type TableCell, type TextStyle } from './pdf.ts';

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

function drawTitles(
  pdf: Pdf,
  columns: readonly PlacedColumn[],
  top: number,
  each: (draw: () => unknown) => void,
): void {
  drawArtifact(pdf, () => pdf.rect(CONTENT.left, top, CONTENT.width, HEAD_HEIGHT).fill(COLOR.ink));
  for (const { title, align, ...column } of columns) {
    const style: TextStyle = { size: 9, isBold: true, color: 'paper', align };
    each(() => write(pdf, title, style, { ...column, top: top + 4.5 }));
  }
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

interface PlacedTable {
  readonly columns: readonly PlacedColumn[];
  readonly density: Density;
}

function drawRow(pdf: Pdf, table: PlacedTable, row: readonly TableCell[], top: number, isTotal = false): number {
  const { columns, density } = table;
  const cells = columns.map(({ align, ...column }, index) => {
    const cell = row[index] ?? '';
    const [text, note] = typeof cell === 'string' ? [cell, ''] : cell;
    const style: TextStyle = { size: density.text, isBold: isTotal, align };
    const noteStyle: TextStyle = { ...style, size: density.note, color: 'soft' };
    const height = heightOf(pdf, text, style, column.width);
    const full = height + heightOf(pdf, note, noteStyle, column.width);
    return { column, text, style, note, noteStyle, height, full };
  });
  const height = Math.max(...cells.map(({ full }) => full)) + 2 * density.space;
  const at = top + height > CONTENT.bottom ? repeatHead(pdf, columns) : top;
  const below = at + height;
  drawArtifact(pdf, () => {
    if (isTotal) pdf.rect(CONTENT.left, at, CONTENT.width, height).fill(COLOR.band);
    pdf.moveTo(CONTENT.left, below).lineTo(CONTENT.right, below).lineWidth(0.5).strokeColor(COLOR.line).stroke();
  });
  const closeRow = openGroup(pdf, 'TR');
  for (const { column, text, style, note, noteStyle, height: above } of cells) {
    const textTop = at + density.space;
    const drawText = () => write(pdf, text, style, { ...column, top: textTop });
    const drawNote = () => write(pdf, note, noteStyle, { ...column, top: textTop + above });
    drawAs(pdf, 'TD', drawText, ...(note === '' ? [] : [drawNote]));
  }
  closeRow();
  return below;
}

/**
 * Draws a table that repeats its head on every page.
 * @returns the y position below the table
 */
export function drawTable(pdf: Pdf, { columns, rows, totals, isDense = false }: Table, top: number): number {
  const table = { columns: place(columns), density: isDense ? DENSE : ROOMY };
  const closeTable = openGroup(pdf, 'Table');
  let below = drawHead(pdf, table.columns, top);
  for (const row of rows) below = drawRow(pdf, table, row, below);
  if (totals) below = drawRow(pdf, table, totals, below, true);
  closeTable();
  return below;
}

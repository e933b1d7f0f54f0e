import { dsvFormat } from 'd3-dsv';
import { formatDay, formatInstant, formatMonth } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';
import type { FileFormat } from '#contract/request.ts';
import { renderXlsx } from './render-xlsx.ts';
import { type Cell, type Row, rowsOf, type Sheet } from './sheet.ts';

/** The characters that a spreadsheet takes for the start of a formula. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A text that no spreadsheet takes for a formula. */
export function neutralize(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/**
 * At least two decimals, and as many as the amount has: a rounded unit price would not match the line total. Never three,
 * which may also be thousands.
 */
function writeAmount(amount: Money): string {
  const decimals = Math.max(2, amount.c.length - 1 - amount.e);
  return amount.toFixed(decimals === 3 ? 4 : decimals).replace('.', ',');
}

function write(cell: Cell): string {
  if (typeof cell === 'string') return neutralize(cell);
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  if (cell instanceof Date) return formatInstant(cell);
  if ('day' in cell) return cell.kind === 'day' ? formatDay(cell.day) : formatMonth(cell.day);
  return writeAmount(cell);
}

/** Byte order mark, by which spreadsheets recognise UTF-8. */
const BOM = '\uFEFF';
const LINE_END = '\r\n';
const italian = dsvFormat(';');

function renderRows(rows: Iterable<Row>): string {
  let text = '';
  for (const row of rows) text += italian.formatRow(row.map(write)) + LINE_END;
  return text;
}

/**
 * A CSV file in the format of Italian spreadsheets (rules §7): `;`, UTF-8 with byte order mark, decimal comma, dates
 * dd/MM/yyyy. Text that looks like a formula gets a prefix.
 */
export async function* renderCsv<Entry>(sheet: Sheet<Entry>): AsyncGenerator<Buffer, void, undefined> {
  let mark = BOM;
  for await (const rows of rowsOf(sheet)) {
    yield Buffer.from(mark + renderRows(rows));
    mark = '';
  }
}

interface SheetFile {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Buffer>;
}

/**
 * The sheet as a file.
 * @param name the file's name without its ending
 * @param format CSV where the request names none (§7)
 */
export function sheetFile<Entry>(name: string, format: FileFormat | undefined, sheet: Sheet<Entry>): SheetFile {
  if (format === 'xlsx') {
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return { fileName: `${name}.xlsx`, mimeType, content: renderXlsx(sheet) };
  }
  return { fileName: `${name}.csv`, mimeType: 'text/csv', content: renderCsv(sheet) };
}

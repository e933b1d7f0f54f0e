import { stringify } from 'csv-stringify/sync';
import { formatInstant } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** What stands in a cell: text, a whole number, an instant, or an amount in euro. */
export type Cell = string | number | Date | Money;

/** What a spreadsheet would take for the beginning of a formula. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function neutralize(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** At least two decimals, and as many as a unit price has: a rounded price would not give its line's total. */
function writeAmount(amount: Money): string {
  const decimals = amount.toFixed().split('.')[1]?.length ?? 0;
  return amount.toFixed(Math.max(2, decimals)).replace('.', ',');
}

function write(cell: Cell): string {
  if (typeof cell === 'string') return neutralize(cell);
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return formatInstant(cell);
  return writeAmount(cell);
}

/**
 * A CSV file as Italian spreadsheets read it (decisions §7): `;`, UTF-8 with byte order mark, decimal comma; text
 * that looks like a formula is neutralised.
 */
export function renderCsv(rows: readonly (readonly Cell[])[]): Buffer {
  const records = rows.map((row) => row.map(write));
  const dialect = { bom: true, delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ };
  return Buffer.from(stringify(records, dialect), 'utf8');
}

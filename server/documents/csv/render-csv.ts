import { stringify } from 'csv-stringify/sync';
import { formatInstant } from '#contract/rules/dates.ts';
import type { Money } from '#contract/rules/money.ts';

/** The value of a cell: text, a whole number, an instant, or an amount in euro. */
export type Cell = string | number | Date | Money;

/** The characters that a spreadsheet takes for the start of a formula. */
const FORMULA_START = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

function neutralize(text: string): string {
  return FORMULA_START.test(text) ? `'${text}` : text;
}

/** At least two decimals, and as many as the amount has: a rounded unit price would not match the line total. */
function writeAmount(amount: Money): string {
  const [whole = '', decimals = ''] = amount.toFixed().split('.');
  return `${whole},${decimals.padEnd(2, '0')}`;
}

function write(cell: Cell): string {
  if (typeof cell === 'string') return neutralize(cell);
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return formatInstant(cell);
  return writeAmount(cell);
}

type Rows = readonly (readonly Cell[])[];

function renderRows(rows: Rows, bom: boolean): Buffer {
  const records = rows.map((row) => row.map(write));
  const dialect = { bom, delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ };
  return Buffer.from(stringify(records, dialect), 'utf8');
}

/** The content of a CSV file of any length. */
interface Csv<Entry> {
  readonly columns: readonly Cell[];
  readonly batches: AsyncIterable<readonly Entry[]>;
  readonly toRows: (batch: readonly Entry[]) => Rows;
  /** The rows below the table; called after all other rows. */
  readonly facts: () => Rows;
}

/**
 * A CSV file in the format of Italian spreadsheets (rules §7): `;`, UTF-8 with byte order mark, decimal comma. Text
 * that looks like a formula gets a prefix.
 */
export async function* renderCsv<Entry>(csv: Csv<Entry>): AsyncGenerator<Buffer, void, undefined> {
  let head: Rows = [csv.columns];
  for await (const batch of csv.batches) {
    yield renderRows([...head, ...csv.toRows(batch)], head.length > 0);
    head = [];
  }
  yield renderRows([...head, ...csv.facts()], head.length > 0);
}

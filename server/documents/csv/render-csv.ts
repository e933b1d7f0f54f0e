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

type Rows = readonly (readonly Cell[])[];

function renderRows(rows: Rows, bom: boolean): Buffer {
  const records = rows.map((row) => row.map(write));
  const dialect = { bom, delimiter: ';', record_delimiter: 'windows', quoted_match: /[\r\n]/ };
  return Buffer.from(stringify(records, dialect), 'utf8');
}

/** What a file of any length holds. */
interface Csv<Entry> {
  readonly columns: readonly Cell[];
  readonly batches: AsyncIterable<readonly Entry[]>;
  readonly toRows: (batch: readonly Entry[]) => Rows;
  /** What stands below the rows, asked for once they have been read. */
  readonly facts: () => Rows;
}

/**
 * A CSV file as Italian spreadsheets read it (rules §7): `;`, UTF-8 with byte order mark, decimal comma; text
 * that looks like a formula is neutralised.
 */
export async function* renderCsv<Entry>(csv: Csv<Entry>): AsyncGenerator<Buffer, void, undefined> {
  let head: Rows = [csv.columns];
  for await (const batch of csv.batches) {
    yield renderRows([...head, ...csv.toRows(batch)], head.length > 0);
    head = [];
  }
  yield renderRows([...head, ...csv.facts()], head.length > 0);
}

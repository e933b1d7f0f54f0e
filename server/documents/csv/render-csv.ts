import { dsvFormat } from 'd3-dsv';
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
  const decimals = amount.c.length - 1 - amount.e;
  return amount.toFixed(Math.max(2, decimals)).replace('.', ',');
}

function write(cell: Cell): string {
  if (typeof cell === 'string') return neutralize(cell);
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return formatInstant(cell);
  return writeAmount(cell);
}

type Row = readonly Cell[];

/** Byte order mark, by which spreadsheets recognise UTF-8. */
const BOM = '\uFEFF';
const LINE_END = '\r\n';
const italian = dsvFormat(';');

function renderRows(rows: Iterable<Row>): string {
  let text = '';
  for (const row of rows) text += italian.formatRow(row.map(write)) + LINE_END;
  return text;
}

/** The content of a CSV file of any length. */
interface Csv<Entry> {
  readonly columns: readonly Cell[];
  readonly batches: AsyncIterable<readonly Entry[]>;
  /** Iterated once; a generator spares the garbage collector an array of all rows of a batch. */
  readonly toRows: (batch: readonly Entry[]) => Iterable<Row>;
  /** The rows below the table; called after all other rows. */
  readonly facts: () => readonly Row[];
}

/**
 * A CSV file in the format of Italian spreadsheets (rules §7): `;`, UTF-8 with byte order mark, decimal comma. Text
 * that looks like a formula gets a prefix.
 */
export async function* renderCsv<Entry>(csv: Csv<Entry>): AsyncGenerator<Buffer, void, undefined> {
  let head = BOM + renderRows([csv.columns]);
  for await (const batch of csv.batches) {
    yield Buffer.from(head + renderRows(csv.toRows(batch)));
    head = '';
  }
  yield Buffer.from(head + renderRows(csv.facts()));
}

import { money } from '#contract/rules/money.ts';
import { type Cell, renderCsv } from './render-csv.ts';

type Row = Readonly<Record<string, unknown>>;

function toCell(value: unknown): Cell {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value === 'number') return Number.isInteger(value) ? value : money(value);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';
}

/** Rows of any kind as CSV, with field names as column titles, so that an edited file can be imported. */
export function renderRecords(
  fields: readonly string[],
  batches: AsyncIterable<readonly Row[]>,
): AsyncIterable<Buffer> {
  return renderCsv({
    columns: fields,
    batches,
    toRows: (batch) => batch.map((row) => fields.map((field) => toCell(row[field]))),
    facts: () => [],
  });
}

import { REPORT_COLUMNS } from '#server/domain/imports/read-line.ts';
import { type Cell, renderCsv } from './render-csv.ts';

interface RefusedLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** The reasons as texts. */
  readonly reasons: readonly string[];
}

/**
 * The refused lines of a file with its own columns, so that a user can correct and send them again, then line number
 * and reasons.
 */
export function renderRefusedLines(
  columns: readonly string[],
  batches: AsyncIterable<readonly RefusedLine[]>,
): AsyncIterable<Buffer> {
  return renderCsv({
    columns: [...columns, ...REPORT_COLUMNS],
    batches,
    toRows: (batch) =>
      batch.map(({ line, cells, reasons }): readonly Cell[] => [
        ...columns.map((_column, index) => cells[index] ?? ''),
        line,
        reasons.join('; '),
      ]),
    facts: () => [],
  });
}

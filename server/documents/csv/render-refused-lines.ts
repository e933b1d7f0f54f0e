import { type Cell, renderCsv } from './render-csv.ts';

interface RefusedLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** In words. */
  readonly reasons: readonly string[];
}

/** The refused lines of a file with its own columns, so that they can be mended and sent again; then where and why. */
export function renderRefusedLines(
  columns: readonly string[],
  batches: AsyncIterable<readonly RefusedLine[]>,
): AsyncIterable<Buffer> {
  return renderCsv({
    columns: [...columns, 'Riga', 'Motivo'],
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

import type { Row, Sheet } from './sheet.ts';

interface RefusedLine {
  readonly line: number;
  readonly cells: readonly string[];
  /** The reasons as texts. */
  readonly reasons: readonly string[];
}

/**
 * The refused lines of a file with its own columns, so that a user can correct and send them again, then line number
 * and reasons.
 * @param reportColumns the titles of these two
 */
export function refusedLinesSheet(
  columns: readonly string[],
  reportColumns: readonly string[],
  batches: AsyncIterable<readonly RefusedLine[]>,
): Sheet<RefusedLine> {
  return {
    columns: [...columns, ...reportColumns],
    isText: columns.map(() => true),
    batches,
    toRows: (batch) =>
      batch.map(({ line, cells, reasons }): Row => [
        ...columns.map((_column, index) => cells[index] ?? ''),
        line,
        reasons.join('; '),
      ]),
    facts: () => [],
  };
}

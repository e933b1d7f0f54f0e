import type { ImportKind } from '#contract/entities/admin/import.ts';
import type { Row, Sheet } from '#server/documents/sheet.ts';
import { DomainError } from '#server/domain-error.ts';
import { inBatches } from '#server/lists.ts';
import type { Database, DbAndClock } from '#server/services.ts';
import { labelOf } from './column-names.ts';

function selectRefused(db: Database, importId: number, after: number, limit: number) {
  return db
    .selectFrom('import_line')
    .select(['line', 'cells', 'problems', 'refusal'])
    .where('import_id', '=', importId)
    .where('outcome', '=', 'REFUSED')
    .where('line', '>', after)
    .orderBy('line')
    .limit(limit)
    .execute();
}

/** The refused lines of a file in their order, in batches. */
export async function* readRefusedLines({ db }: DbAndClock, importId: number, signal: AbortSignal, count = Infinity) {
  const read = (last: { readonly line: number } | undefined, limit: number) =>
    selectRefused(db, importId, last?.line ?? 0, limit);
  for await (const batch of inBatches(read, signal, count)) {
    yield batch.map(({ line, cells, problems, refusal }) => ({
      line,
      cells,
      problems: problems ?? (refusal === null ? [] : [refusal]),
    }));
  }
}

/**
 * The refused lines of a file with its columns under their known names, so that a user can correct and send them again.
 */
interface RefusedReport {
  readonly kind: ImportKind;
  readonly columns: readonly string[];
  readonly batches: ReturnType<typeof readRefusedLines>;
}

/** @throws DomainError IMPORT_NOT_FOUND */
export async function readRefusedReport(
  services: DbAndClock,
  importId: number,
  signal: AbortSignal,
): Promise<RefusedReport> {
  const found = await services.db
    .selectFrom('import_run')
    .select(['kind', 'report_columns as columns'])
    .where('import_id', '=', importId)
    .executeTakeFirst();
  if (found === undefined) throw new DomainError('IMPORT_NOT_FOUND');
  const columns = found.columns.map(labelOf);
  return { kind: found.kind, columns, batches: readRefusedLines(services, importId, signal) };
}

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

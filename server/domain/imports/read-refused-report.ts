import type { ImportKind } from '#contract/entities/admin/import.ts';
import type { DbAndClock } from '../context.ts';
import { DomainError } from '../domain-error.ts';
import { labelOf } from './column-names.ts';
import { readRefusedLines } from './read-refused-lines.ts';

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

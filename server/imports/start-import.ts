import type { ImportMode } from '#contract/entities/admin/import.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { DomainError } from '#server/domain-error.ts';
import type { DbAndClock } from '#server/services.ts';
import { type ImportRun, readImport } from './imports.ts';

/**
 * Starts the import of a checked file: all lines or none, or each batch without its refused lines.
 * @returns the import
 * @throws DomainError IMPORT_NOT_FOUND, IMPORT_NOT_CHECKED, or IMPORT_HAS_REFUSED_LINES in the mode FILE
 */
export async function startImport(
  { db, now }: DbAndClock,
  by: { readonly userId: number | null; readonly address?: string; readonly trace?: string },
  importId: number,
  mode: ImportMode,
): Promise<ImportRun> {
  return db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('import_run')
      .select(['state', 'kind', 'refused', 'file_name'])
      .where('import_id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (run === undefined) throw new DomainError('IMPORT_NOT_FOUND');
    if (run.state !== 'CHECKED') throw new DomainError('IMPORT_NOT_CHECKED');
    if (mode === 'FILE' && run.refused > 0) throw new DomainError('IMPORT_HAS_REFUSED_LINES');
    const at = now();
    const counts = { processed: 0, done_to: 0, created: 0, changed: 0, unchanged: 0, refused: 0, warned: 0 };
    await trx
      .updateTable('import_run')
      .set({ state: 'RUNNING', mode, touched_at: at, ...counts })
      .where('import_id', '=', importId)
      .execute();
    const { userId, ...origin } = by;
    await writeAudit(trx, {
      at,
      action: 'IMPORT_STARTED',
      ...(userId !== null && { by: { userId, businessId: null, ...origin } }),
      details: { importId, kind: run.kind, mode },
    });
    return readImport({ db: trx, now }, importId);
  });
}

import { DomainError } from '../domain-error.ts';
import type { DbAndClock } from '../context.ts';
import { type ImportRun, readImport } from './read-import.ts';

/**
 * Deletes a checked file that will not be imported.
 * @returns the import as it was
 * @throws DomainError IMPORT_NOT_FOUND, or IMPORT_NOT_CHECKED when the import has been started or has ended
 */
export async function deleteImport({ db, now }: DbAndClock, importId: number): Promise<ImportRun> {
  return db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('import_run')
      .select('state')
      .where('import_id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (run === undefined) throw new DomainError('IMPORT_NOT_FOUND');
    if (run.state !== 'CHECKED') throw new DomainError('IMPORT_NOT_CHECKED');
    const deleted = await readImport({ db: trx, now }, importId);
    await trx.deleteFrom('import_run').where('import_id', '=', importId).execute();
    return deleted;
  });
}

import { DomainError } from '../domain-error.ts';
import type { Clocked } from './receive-file.ts';

/**
 * Lets a file go that is not to be imported.
 * @throws DomainError IMPORT_NOT_FOUND, or IMPORT_NOT_CHECKED where it is under way or has been imported
 */
export async function deleteImport({ db }: Clocked, importId: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await trx
      .selectFrom('import_run')
      .select('state')
      .where('import_id', '=', importId)
      .forUpdate()
      .executeTakeFirst();
    if (run === undefined) throw new DomainError('IMPORT_NOT_FOUND');
    if (run.state !== 'CHECKED') throw new DomainError('IMPORT_NOT_CHECKED');
    await trx.deleteFrom('import_run').where('import_id', '=', importId).execute();
  });
}

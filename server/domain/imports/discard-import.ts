import type { DbAndClock } from '../context.ts';

/** Deletes an import and its lines. */
export async function discardImport({ db }: DbAndClock, importId: number): Promise<void> {
  await db.deleteFrom('import_run').where('import_id', '=', importId).execute();
}

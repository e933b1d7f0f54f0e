import { sql } from 'kysely';
import { DomainError } from '#server/domain-error.ts';
import type { DbAndClock } from '#server/services.ts';
import { type ImportRun, readImport } from './imports.ts';

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

const HOUR_MS = 3_600_000;
/** In ms. When no data have come for so long, the upload counts as aborted. */
const SILENT_MS = HOUR_MS;
/** In ms. A checked file waits so long for its start; the refused lines of an ended import are kept so long. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** Lines per statement. */
const DELETED_AT_ONCE = 5000;

/**
 * Deletes aborted uploads, files that nobody started, and the lines of old imports.
 * @param stop ends it after the present batch
 */
export async function deleteOldImports({ db, now }: DbAndClock, stop: AbortSignal): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  await db
    .deleteFrom('import_run')
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'RECEIVING'), eb('touched_at', '<', before(SILENT_MS))]),
        eb.and([eb('state', '=', 'CHECKED'), eb('touched_at', '<', before(KEPT_MS))]),
      ]),
    )
    .execute();
  const old = sql`select import_line.import_id, line from import_line join import_run using (import_id)
    where ended_at < ${before(KEPT_MS)} limit ${DELETED_AT_ONCE}`;
  let deleted = DELETED_AT_ONCE;
  while (deleted > 0 && !stop.aborted) {
    const { numAffectedRows } = await sql`delete from import_line where (import_id, line) in (${old})`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}

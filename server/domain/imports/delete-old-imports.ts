import { sql } from 'kysely';
import type { DbAndClock } from '../context.ts';

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

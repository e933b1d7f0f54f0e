import { sql } from 'kysely';
import { isDatabaseUnavailable, isStatementTimeout } from '#server/database/unavailable.ts';
import { continueImport } from './continue-import.ts';
import type { DbAndClock } from '../context.ts';
import { failImport } from './receive-file.ts';

const HOUR_MS = 3_600_000;
/** In ms. When no data have come for so long, the upload counts as aborted. */
const SILENT_MS = HOUR_MS;
/** In ms. A checked file waits so long for its start; the refused lines of an ended import are kept so long. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** Lines per statement. */
const DELETED_AT_ONCE = 5000;
/** After this many failures in a row an import counts as failed. */
const TRIES = 3;

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

/**
 * Checks or imports a file until there is nothing more to do, or another process works on it.
 * @returns whether something was done
 */
export async function continueToEnd(services: DbAndClock, importId: number, stop: AbortSignal): Promise<boolean> {
  let failures = 0;
  for (let hasWorked = false; ; hasWorked = true) {
    if (stop.aborted) return hasWorked;
    try {
      if (!(await continueImport(services, importId))) return hasWorked;
      failures = 0;
    } catch (error) {
      failures += 1;
      // A statement that always takes too long would otherwise be tried for ever.
      if (isDatabaseUnavailable(error) && !isStatementTimeout(error)) throw error;
      if (failures < TRIES) continue;
      await failImport(services, importId, { reason: 'STOPPED' });
      throw error;
    }
  }
}

/**
 * Continues all checks and imports under way, the oldest first. One that cannot be continued keeps no other from it.
 * @throws the first error, after all
 */
export async function continueImports(services: DbAndClock, stop: AbortSignal): Promise<void> {
  const runs = await services.db
    .selectFrom('import_run')
    .select('import_id')
    .where('state', 'in', ['CHECKING', 'RUNNING'])
    .orderBy('import_id')
    .execute();
  const errors: unknown[] = [];
  for (const { import_id: importId } of runs) {
    await continueToEnd(services, importId, stop).catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

import { sql } from 'kysely';
import { isDatabaseUnavailable } from '#server/database/unavailable.ts';
import { carryOn } from './carry-on.ts';
import { type Clocked, failImport } from './receive-file.ts';

const HOUR_MS = 3_600_000;
/** A file of which nothing more has come for so long, in ms, comes no more. */
const SILENT_MS = HOUR_MS;
/** For how long, in ms, a checked file waits to be started, and what was refused of one that has ended is kept. */
const KEPT_MS = 30 * 24 * HOUR_MS;
/** What fails so often in a row fails always. */
const TRIES = 3;

/** Lets go what nobody waits for: files that stopped coming or were never started, and the lines of those long done. */
async function forgetImports({ db, now }: Clocked): Promise<void> {
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
  await sql`delete from import_line using import_run
    where import_run.import_id = import_line.import_id and ended_at < ${before(KEPT_MS)}`.execute(db);
}

/**
 * Goes on with a file until there is nothing more to do, or another process is at it.
 * @returns whether something was done
 */
export async function carryOnToEnd(services: Clocked, importId: number, stop: AbortSignal): Promise<boolean> {
  let failures = 0;
  for (let isAtIt = false; ; isAtIt = true) {
    if (stop.aborted) return isAtIt;
    try {
      if (!(await carryOn(services, importId))) return isAtIt;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (isDatabaseUnavailable(error)) throw error;
      if (failures < TRIES) continue;
      await failImport(services, importId, { reason: 'STOPPED' });
      throw error;
    }
  }
}

/** Goes on with all files that are being checked or imported, the oldest first. */
export async function carryOnImports(services: Clocked, stop: AbortSignal): Promise<void> {
  await forgetImports(services);
  const runs = await services.db
    .selectFrom('import_run')
    .select('import_id')
    .where('state', 'in', ['CHECKING', 'RUNNING'])
    .orderBy('import_id')
    .execute();
  for (const { import_id: importId } of runs) await carryOnToEnd(services, importId, stop);
}

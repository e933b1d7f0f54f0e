import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { FileReason } from '#contract/admin/imports.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { LOCKS, tryLockUntilCommit } from '#server/database/migrate.ts';
import { isDatabaseUnavailable, isStatementTimeout } from '#server/database/pool.ts';
import { lockRow } from '#server/database/row-locks.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Database, DbAndClock } from '#server/services.ts';
import type { Place } from './sheet.ts';
import type { Batch } from './import-kind.ts';
import { KINDS } from './kinds.ts';
import { compareLines, lockLines, type Outcomes, writeLines } from './write-lines.ts';

/** More lines than any file may have. */
const ONE_FILE = 10_000_000;

/**
 * Makes the progress of an import in the mode FILE visible. Other sessions do not see the rows of its open transaction,
 * but they see the value of a sequence. Only one import runs at a time. The sequence survives a rollback, so a
 * restarted import first shows its former progress.
 */
export async function showProgress(
  trx: Database,
  { import_id: importId, processed }: { readonly import_id: number; readonly processed: number },
): Promise<void> {
  const place = importId * ONE_FILE + processed;
  await sql`select setval('import_progress', ${place}::bigint)`.execute(trx);
}

/** The number of processed lines of an `import_run`, as an SQL expression. */
export function shownProgress(): RawBuilder<number> {
  return sql<number>`case when import_run.state = 'RUNNING' and import_run.mode = 'FILE' then coalesce((
    select (last_value % ${sql.lit(ONE_FILE)})::int from import_progress
    where last_value / ${sql.lit(ONE_FILE)} = import_run.import_id
  ), 0) else import_run.processed end`;
}

type Run = Selectable<Schema['import_run']>;

const UNDER_WAY: readonly Run['state'][] = ['RECEIVING', 'CHECKING', 'RUNNING'];

/** Sets the state FAILED with its reason, and deletes all lines that are not refused; not of a run that has ended. */
export async function failImport(
  { db, now }: DbAndClock,
  importId: number,
  failure: Place & { readonly reason: FileReason },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await lockRow(trx, 'import_run', ['state'], { import_id: importId }, 'update');
    // Another process may have brought it to its end meanwhile.
    if (!run || !UNDER_WAY.includes(run.state)) return;
    await trx
      .deleteFrom('import_line')
      .where('import_id', '=', importId)
      .where('outcome', 'is distinct from', 'REFUSED')
      .execute();
    await trx
      .updateTable('import_run')
      .set({ state: 'FAILED', ended_at: now(), failure: JSON.stringify(failure) })
      .where('import_id', '=', importId)
      .execute();
  });
}

/**
 * The number of lines in one batch. Of a file with empty lines it has fewer, because asking for the next lines that are
 * there would read all that are left: the statistics know nothing of lines that have just arrived.
 */
const BATCH_LINES = 2000;

/** The mode FILE refuses the whole file because of one refused line. */
class LinesRefused extends Error {}

/**
 * Locks a run until the transaction ends, so that no other process works on it. Undefined when there is nothing to do.
 */
async function takeRun(trx: Database, importId: number): Promise<Run | undefined> {
  const run = await lockRow(trx, 'import_run', ['state'], { import_id: importId }, 'update skip locked');
  if (run?.state !== 'CHECKING' && run?.state !== 'RUNNING') return undefined;
  return trx.selectFrom('import_run').selectAll().where('import_id', '=', importId).executeTakeFirst();
}

async function recordProgress(trx: Database, run: Run, { last }: Batch, found: Outcomes, at: Date): Promise<Run> {
  return trx
    .updateTable('import_run')
    .set({
      done_to: last,
      touched_at: at,
      processed: run.processed + found.lines,
      created: run.created + found.created,
      changed: run.changed + found.changed,
      unchanged: run.unchanged + found.unchanged,
      refused: run.refused + found.refused,
      warned: run.warned + found.warned,
    })
    .where('import_id', '=', run.import_id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function finishImport(trx: Database, run: Run, at: Date): Promise<void> {
  const { import_id: importId, kind, created, changed, unchanged, refused } = run;
  const isDone = run.state === 'RUNNING';
  await trx
    .updateTable('import_run')
    .set(isDone ? { state: 'DONE', ended_at: at } : { state: 'CHECKED' })
    .where('import_id', '=', importId)
    .execute();
  if (!isDone) return;
  await writeAudit(trx, {
    at,
    action: 'IMPORT_ENDED',
    ...(run.user_id !== null && { by: { userId: run.user_id, businessId: null } }),
    details: { importId, kind, created, changed, unchanged, refused },
  });
}

/** @returns the run after the batch, or undefined when the run has ended */
async function importBatch(trx: Database, run: Run, now: () => Date): Promise<Run | undefined> {
  const kind = KINDS[run.kind];
  if (run.processed >= run.lines) {
    await finishImport(trx, run, now());
    return undefined;
  }
  const after = Math.max(run.done_to, run.head_line ?? 0);
  const batch = { importId: run.import_id, after, last: after + BATCH_LINES };
  const held = run.state === 'RUNNING' ? await lockLines(trx, batch, kind) : undefined;
  const at = now();
  const found = await compareLines(trx, batch, kind, at, held);
  if (held) {
    if (run.mode === 'FILE' && found.refused > 0) throw new LinesRefused();
    await writeLines(held.trx, batch, kind, { at, now, userId: run.user_id });
  }
  return recordProgress(trx, run, batch, found, at);
}

/**
 * Checks or imports the next part of a file in one transaction: a batch of lines, or all lines in the mode FILE. The
 * check compares the lines with the present rows. Safe in several processes; an interruption leaves only complete
 * batches.
 * @returns whether something was done
 */
export async function continueImport({ db, now }: DbAndClock, importId: number): Promise<boolean> {
  try {
    return await db.transaction().execute(async (trx) => {
      const taken = await takeRun(trx, importId);
      if (taken === undefined || (taken.state === 'RUNNING' && !(await tryLockUntilCommit(trx, LOCKS.imports))))
        return false;
      let run: Run | undefined = taken;
      do {
        run = await importBatch(trx, run, now);
        if (run?.mode === 'FILE') await showProgress(trx, run);
      } while (run?.state === 'RUNNING' && run.mode === 'FILE');
      return true;
    });
  } catch (error) {
    if (!(error instanceof LinesRefused)) throw error;
    await failImport({ db, now }, importId, { reason: 'LINES_REFUSED' });
    return true;
  }
}

/** After this many failures in a row an import counts as failed. */
const TRIES = 3;

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

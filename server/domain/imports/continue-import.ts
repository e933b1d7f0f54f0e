import { type Selectable, sql } from 'kysely';
import { LOCKS, tryLockUntilCommit } from '#server/database/locks.ts';
import type { ImportRunTable } from '#server/database/schema.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { Database, DbAndClock } from '../context.ts';
import { showProgress } from './progress.ts';
import { type Outcomes, compareLines, lockRows } from './compare-lines.ts';
import { failImport } from './fail-import.ts';
import type { Batch } from './import-kind.ts';
import { KINDS } from './kinds/index.ts';
import { writeRows } from './write-rows.ts';

/** The number of lines in one batch. */
const BATCH_LINES = 2000;

type Run = Selectable<ImportRunTable>;

/** The mode FILE refuses the whole file because of one refused line. */
class LinesRefused extends Error {}

/**
 * Locks a run until the transaction ends, so that no other process works on it. Undefined when there is nothing to do.
 */
function takeRun(trx: Database, importId: number): Promise<Run | undefined> {
  return trx
    .selectFrom('import_run')
    .selectAll()
    .where('import_id', '=', importId)
    .where('state', 'in', ['CHECKING', 'RUNNING'])
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}

async function nextBatch(
  trx: Database,
  { import_id: importId, done_to: after }: Run,
): Promise<Batch & { count: number }> {
  const { rows } = await sql<{
    last: number | null;
    count: number;
  }>`select max(line) as last, count(*)::int as count from (
    select line from import_line where import_id = ${importId} and line > ${after} order by line limit ${BATCH_LINES}
  ) as next`.execute(trx);
  return { importId, after, last: rows[0]?.last ?? after, count: rows[0]?.count ?? 0 };
}

async function recordProgress(
  trx: Database,
  run: Run,
  batch: Batch & { count: number },
  found: Outcomes,
  at: Date,
): Promise<Run> {
  return trx
    .updateTable('import_run')
    .set({
      done_to: batch.last,
      touched_at: at,
      processed: run.processed + batch.count,
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
  const at = now();
  const kind = KINDS[run.kind];
  const batch = await nextBatch(trx, run);
  if (batch.count === 0) {
    await finishImport(trx, run, at);
    return undefined;
  }
  if (run.state === 'RUNNING') await lockRows(trx, batch, kind);
  const found = await compareLines(trx, batch, kind, at);
  if (run.state === 'RUNNING') {
    if (run.mode === 'FILE' && found.refused > 0) throw new LinesRefused();
    await writeRows(trx, batch, kind, { at, now, userId: run.user_id });
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

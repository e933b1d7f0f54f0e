import type { Selectable } from 'kysely';
import type { FileReason } from '#contract/admin/imports.ts';
import { writeAudit } from '#server/access-log/audit.ts';
import { LOCKS, tryLockUntilCommit } from '#server/database/advisory-locks.ts';
import { readInstant } from '#server/database/clock.ts';
import { isDatabaseUnavailable, isStatementTimeout } from '#server/database/pool.ts';
import { lockRow } from '#server/database/row-locks.ts';
import { doInSteps, forgetSteps, type JobPart, type Reach, type StepOutcome } from '#server/database/steps.ts';
import type { Schema } from '#server/database/schema.ts';
import type { Database, DbAndClocks } from '#server/services.ts';
import type { Place } from './sheet.ts';
import { KINDS } from './kinds.ts';
import { compareLines, lockLines, type Outcomes, refuseRepeated, writeLines } from './write-lines.ts';

type Run = Selectable<Schema['import_run']>;

/** The steps of a file: first its check, then its import. */
export function stepsOf(importId: number): JobPart {
  return { job: 'import', part: String(importId) };
}

const UNDER_WAY: readonly Run['state'][] = ['RECEIVING', 'CHECKING', 'RUNNING'];

/** Sets the state FAILED with its reason; not of a run that has ended. The worker deletes the lines. */
export async function failImport(
  { db, clock }: DbAndClocks,
  importId: number,
  failure: Place & { readonly reason: FileReason },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const run = await lockRow(trx, 'import_run', ['state'], { import_id: importId }, 'update');
    // Another process may have brought it to its end meanwhile.
    if (!run || !UNDER_WAY.includes(run.state)) return;
    await forgetSteps(trx, stepsOf(importId));
    await trx
      .updateTable('import_run')
      .set({ state: 'FAILED', ended_at: clock(), failure: JSON.stringify(failure) })
      .where('import_id', '=', importId)
      .execute();
  });
}

/**
 * Locks a run until the transaction ends, so that no other process works on it. Undefined when there is nothing to do.
 */
async function takeRun(trx: Database, importId: number): Promise<Run | undefined> {
  const run = await lockRow(trx, 'import_run', ['state'], { import_id: importId }, 'update skip locked');
  if (run?.state !== 'CHECKING' && run?.state !== 'RUNNING') return undefined;
  return trx.selectFrom('import_run').selectAll().where('import_id', '=', importId).executeTakeFirst();
}

async function recordProgress(trx: Database, run: Run, found: Outcomes, at: Date): Promise<void> {
  await trx
    .updateTable('import_run')
    .set({
      touched_at: at,
      processed: run.processed + found.lines,
      created: run.created + found.created,
      changed: run.changed + found.changed,
      unchanged: run.unchanged + found.unchanged,
      refused: run.refused + found.refused,
      warned: run.warned + found.warned,
    })
    .where('import_id', '=', run.import_id)
    .execute();
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

/** Checks or imports the next lines of a file. The check compares them with earlier lines, and with the present rows. */
async function doNextLines(
  trx: Database,
  importId: number,
  { after, size }: Reach,
  { clock }: Pick<DbAndClocks, 'clock'>,
): Promise<StepOutcome> {
  const run = await takeRun(trx, importId);
  const isImport = run?.state === 'RUNNING';
  if (run === undefined || (isImport && !(await tryLockUntilCommit(trx, LOCKS.imports)))) return { upTo: 'waiting' };
  if (run.processed >= run.lines) {
    await finishImport(trx, run, await readInstant(trx, { clock }));
    return { upTo: 'over' };
  }
  const kind = KINDS[run.kind];
  const from = Math.max(after, run.head_line ?? 0);
  // By their numbers: to ask for the next lines that are there would read all that are left, because the statistics know
  // nothing of lines that have just arrived.
  const batch = { importId, after: from, last: from + size };
  const held = isImport ? await lockLines(trx, batch, kind) : undefined;
  if (!isImport) await refuseRepeated(trx, batch, kind);
  const at = await readInstant(trx, { clock });
  const found = await compareLines(trx, batch, kind, at, held);
  if (held) await writeLines(held.trx, batch, kind, { at, clock, userId: run.user_id });
  await recordProgress(trx, run, found, at);
  return { upTo: batch.last };
}

/** After this many failures in a row an import counts as failed. */
const TRIES = 3;

/**
 * Checks or imports a file in steps until there is nothing more to do, or another process works on it. Safe in several
 * processes.
 * @returns whether something was done
 */
export async function continueToEnd(services: DbAndClocks, importId: number, stop: AbortSignal): Promise<boolean> {
  let [hasWorked, failures] = [false, 0];
  for (;;) {
    try {
      await doInSteps(services, stepsOf(importId), stop, async (trx, reach) => {
        const outcome = await doNextLines(trx, importId, reach, services);
        if (outcome.upTo !== 'waiting') [hasWorked, failures] = [true, 0];
        return outcome;
      });
      return hasWorked;
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
export async function continueImports(services: DbAndClocks, stop: AbortSignal): Promise<void> {
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

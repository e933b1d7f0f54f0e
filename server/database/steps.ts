import { setTimeout as delay } from 'node:timers/promises';
import { type RawBuilder, sql } from 'kysely';
import { romeDay } from '#contract/rules/dates.ts';
import type { Database, DbAndClocks } from '#server/services.ts';
import { readInstant } from './clock.ts';
import { isStatementTimeout } from './pool.ts';
import { lockRow } from './row-locks.ts';
import { isLockConflict } from './sqlstates.ts';

/** A part of a long job: a month, a table, a file. */
export interface JobPart {
  readonly job:
    | 'anonymise'
    | 'carts'
    | 'commands'
    | 'import'
    | 'reconciliation'
    | 'renewal'
    | 'users'
    | 'whole-reconciliation';
  readonly part: string;
}

/** The rows of a step: after the key up to which all is done, and so many of them. */
export interface Reach {
  readonly after: number;
  readonly size: number;
}

/** What a step comes to. */
export interface StepOutcome {
  /**
   * The key up to which all is done now; or that the part is `done` for good; or `over`, and begins anew next time; or
   * `waiting`, because it cannot go on now, and stays where it is.
   */
  readonly upTo: number | 'done' | 'over' | 'waiting';
  /** The number of rows to tell of; by default none. */
  readonly count?: number;
}

/** Does the next rows in a transaction. */
export type Step = (trx: Database, reach: Reach) => Promise<StepOutcome>;

/** What the steps of a part came to. */
export interface StepsOutcome {
  /** Whether the part has come to its end; not where it was stopped, or waits, or where somebody else is at it. */
  readonly isDone: boolean;
  readonly count: number;
}

/**
 * The aim for a transaction, in ms. One is to end within half a second, and the next may have dearer rows; whoever sells
 * to the same patients waits for no more than that.
 */
const AIM_MS = 200;
const LIMIT_MS = 500;
/** A step has at most twice the rows of the one before, and at least a quarter. */
const GROWTH = 2;
const SHRINKING = 4;
const MOST_ROWS = 5000;
const FIRST_ROWS = 50;
/** After a step it pauses for this part of its time. */
const PAUSES = 4;
/** The pause in ms before a step is repeated whose rows somebody else held. */
const RETRY_MS = 50;

/**
 * The size of the next step by the time that one took. On a busy machine most of the time is the same for any number of
 * rows, so that fewer than the first do not help unless they took too long.
 */
function nextSize(size: number, ms: number, firstRows: number): number {
  const most = Math.min(MOST_ROWS, size * GROWTH);
  const least = ms > LIMIT_MS ? Math.ceil(size / SHRINKING) : firstRows;
  return Math.min(most, Math.max(least, Math.floor((size * AIM_MS) / Math.max(ms, 1))));
}

/** Notes that a part begins; false where its row is there, and somebody else holds it. */
async function noteFirst(trx: Database, key: JobPart, at: RawBuilder<Date>): Promise<boolean> {
  const row = trx.insertInto('job_step').values({ ...key, stepped_at: at });
  const noted = await row
    .onConflict((conflict) => conflict.doNothing())
    .returning('job')
    .executeTakeFirst();
  return noted !== undefined;
}

/** Whether a part is done for good, so that nothing is written to learn it. */
async function isDoneForGood(db: Database, { job, part }: JobPart): Promise<boolean> {
  const steps = db.selectFrom('job_step').select('done_at').where('job', '=', job).where('part', '=', part);
  return ((await steps.executeTakeFirst())?.done_at ?? null) !== null;
}

/** Does one step, and notes in the same transaction how far the part is. Only one process at a time does so. */
function takeStep({ db, clock }: DbAndClocks, { job, part }: JobPart, size: number, step: Step): Promise<StepOutcome> {
  const key = { job, part };
  return db.transaction().execute(async (trx) => {
    const lock = () => lockRow(trx, 'job_step', ['done_to', 'done_at'], key, 'update skip locked');
    const held = (await lock()) ?? ((await noteFirst(trx, key, clock())) ? await lock() : undefined);
    if (held === undefined) return { upTo: 'waiting' };
    if (held.done_at !== null) return { upTo: 'done' };
    const outcome = await step(trx, { after: held.done_to, size });
    const { upTo } = outcome;
    if (upTo === 'over')
      await trx
        .deleteFrom('job_step')
        .where((eb) => eb.and(key))
        .execute();
    else if (upTo !== 'waiting')
      await trx
        .updateTable('job_step')
        .set({ stepped_at: clock(), ...(upTo === 'done' ? { done_at: clock() } : { done_to: upTo }) })
        .where((eb) => eb.and(key))
        .execute();
    return outcome;
  });
}

/**
 * Does a part of a long job in steps, each a transaction of less than half a second, from where it was left by whatever
 * process (docs/decisions/0076-long-jobs-in-steps.md). Where others hold its rows, or they take too long, a step is
 * repeated with fewer of them. After each step it pauses for a quarter of the time that it took.
 * @param stop ends it after the present step
 * @param firstRows the rows of the first step, where not fifty: one where a row may be large
 */
export async function doInSteps(
  services: DbAndClocks,
  part: JobPart,
  stop: AbortSignal,
  step: Step,
  firstRows = FIRST_ROWS,
): Promise<StepsOutcome> {
  let [size, count] = [firstRows, 0];
  if (await isDoneForGood(services.db, part)) return { isDone: true, count };
  const pause = (ms: number) => delay(ms, undefined, { signal: stop }).catch(() => undefined);
  while (!stop.aborted) {
    const begun = performance.now();
    try {
      const outcome = await takeStep(services, part, size, step);
      count += outcome.count ?? 0;
      if (typeof outcome.upTo === 'string') return { isDone: outcome.upTo !== 'waiting', count };
      const ms = performance.now() - begun;
      size = nextSize(size, ms, firstRows);
      await pause(ms / PAUSES);
    } catch (error) {
      if (!isLockConflict(error) && !(isStatementTimeout(error) && size > 1)) throw error;
      size = Math.ceil(size / SHRINKING);
      await pause(RETRY_MS);
    }
  }
  return { isDone: false, count };
}

/** Does the steps of a job once a day of Rome, from where they were left that day, by whatever process. */
export async function doDaily(
  services: DbAndClocks,
  job: JobPart['job'],
  stop: AbortSignal,
  step: Step,
): Promise<StepsOutcome> {
  const part = romeDay(await readInstant(services.db, services));
  // Those of days before; that without a day is of a command.
  await services.db
    .deleteFrom('job_step')
    .where('job', '=', job)
    .where('part', '>', '')
    .where('part', '<', part)
    .execute();
  return doInSteps(services, { job, part }, stop, async (trx, reach) => {
    // Another process has begun the next day, and ended this one.
    if (romeDay(await readInstant(trx, services)) !== part) return { upTo: 'over' };
    const outcome = await step(trx, reach);
    return outcome.upTo === 'over' ? { ...outcome, upTo: 'done' } : outcome;
  });
}

/** Forgets how far a part was, because it has come to another end. */
export async function forgetSteps(trx: Database, { job, part }: JobPart): Promise<void> {
  await trx.deleteFrom('job_step').where('job', '=', job).where('part', '=', part).execute();
}

/** Takes a done part up again, from its beginning. */
export async function beginAgain(trx: Database, { job, part }: JobPart, at: Date): Promise<void> {
  await sql`insert into job_step (job, part, stepped_at) values (${job}, ${part}, ${at})
    on conflict (job, part) do update set done_to = 0, done_at = null`.execute(trx);
}

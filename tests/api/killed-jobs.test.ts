// @module-tag full
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { clocks } from '#server/database/clock.ts';
import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/services.ts';
import { TEST_NOW } from './support/fixture.ts';
import { LONG_JOBS } from './support/long-jobs.ts';
import { makeTestDatabase } from './support/test-database.ts';
import { untilWaiting } from './support/until-waiting.ts';

const PROGRAM = fileURLToPath(new URL('support/run-long-job.ts', import.meta.url));
/** The number of the advisory lock at which a job waits. */
const BARRIER = 4242;

/** Has the second step of each run wait for the barrier before it is committed. */
async function raiseBarrier(db: Database): Promise<void> {
  await sql`create sequence step_of_run`.execute(db);
  await sql
    .raw(
      `create function wait_at_second_step() returns trigger language plpgsql as $$ begin
        if nextval('step_of_run') = 2 then perform pg_advisory_xact_lock(${BARRIER}); end if;
        return new;
      end $$`,
    )
    .execute(db);
  await sql`create trigger waits_at_second_step before update of done_to on job_step for each row
    execute function wait_at_second_step()`.execute(db);
}

async function prepare(name: string) {
  const { location, remove } = await makeTestDatabase('postgres');
  const { db, close } = await openDatabase(location);
  const job = LONG_JOBS[name];
  if (job === undefined || location.kind !== 'postgres') throw new Error(`no job ${name}`);
  await job.fill({ db, ...clocks(() => TEST_NOW) });
  const start = () =>
    spawn(process.execPath, ['--import', 'tsx', PROGRAM, name, location.url], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  return {
    db,
    /** Runs the job, and kills it amid its second step. */
    killed: async () => {
      await sql`alter sequence step_of_run restart`.execute(db);
      await db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${BARRIER})`.execute(trx);
        const child = start();
        const ended = once(child, 'exit');
        await untilWaiting(db);
        child.kill('SIGKILL');
        await ended;
      });
      // PostgreSQL notices the death when it would answer, and undoes the step.
      const busy = sql`select from pg_stat_activity where datname = current_database()
        and pid <> pg_backend_pid() and state <> 'idle'`;
      await expect.poll(async () => (await busy.execute(db)).rows.length, { interval: 5 }).toBe(0);
    },
    run: async () => {
      const [code] = (await once(start(), 'exit')) as [number | null];
      expect(code).toBe(0);
    },
    read: async () => (await sql.raw(job.left).execute(db)).rows,
    remove: async () => {
      await close();
      await remove();
    },
  };
}

test.each(Object.keys(LONG_JOBS))(
  'design §4 steps: killed twice in its middle, the job goes on where it was and comes to the same end: %s',
  async (name) => {
    const whole = await prepare(name);
    await whole.run();
    const cut = await prepare(name);
    await raiseBarrier(cut.db);
    const before = await cut.read();
    await cut.killed();
    await cut.killed();
    const half = await cut.read();
    expect(half).not.toEqual(before);
    await cut.run();
    const left = await cut.read();
    expect(left).not.toEqual(half);
    expect(left).toEqual(await whole.read());
    await Promise.all([whole.remove(), cut.remove()]);
  },
);

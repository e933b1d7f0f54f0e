import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Database, Services } from '#server/services.ts';
import { PREPARED, withTimeout } from './pool.ts';

/** The longest wait for the database in ms; a load balancer does not wait longer. */
const TIMEOUT_MS = 3000;

/** In ms. A connection that has gone silent must not keep the process unready. */
const ASK_ANEW_AFTER_MS = 10_000;

/** What a standby, and a primary that has been made one, refuse. It is prepared and in a transaction, as a sale is. */
const CHANGES = sql`update session set used_at = used_at where session_id = '00000000-0000-0000-0000-000000000000'
  ${PREPARED}`;

/** Sorts more than the memory holds, so that it fails on a full disk: half a megabyte, for some milliseconds. */
const WRITES_TO_DISK = sql`select count(*) from (
  select repeat('x', 100) || number as filler from generate_series(1, 4000) as number order by 1 offset 1
) as sorted`;

/** How far the clock of this process is ahead of the database's, in seconds. */
interface ClockDifference {
  readonly seconds: number;
  /** So much of it is certain: half of the time that the question took is not. */
  readonly certainSeconds: number;
}

/** The sort gets the least memory. */
async function askClock(trx: Database, { now, clock }: Pick<Services, 'now' | 'clock'>): Promise<ClockDifference> {
  const asking = sql<{ at: Date }>`select set_config('work_mem', '64kB', true), ${clock()} as at`;
  const sentAt = now().getTime();
  const { rows } = await asking.execute(trx);
  const half = (now().getTime() - sentAt) / 2;
  const seconds = (sentAt + half - (rows[0]?.at.getTime() ?? NaN)) / 1000;
  return { seconds, certainSeconds: Math.abs(seconds) - Math.abs(half) / 1000 };
}

/** @throws the error of a database that cannot be written */
function requireWritable(services: Services): Promise<ClockDifference> {
  return services.probe.transaction().execute(async (trx) => {
    await CHANGES.execute(trx);
    const difference = await askClock(trx, services);
    await WRITES_TO_DISK.execute(trx);
    return difference;
  });
}

/** In seconds: from the first on a difference of the clocks is in the log, from the second on a process takes no calls. */
const [TOLD, UNFIT] = [5, 30] as const;

const DATABASE_AWAY = 'the database is away, or cannot be written: see "Is it well?" in docs/operations.md';

function sayDifference({ seconds }: ClockDifference): string {
  const where = seconds > 0 ? 'ahead of' : 'behind';
  return `the clock of this process is ${Math.abs(seconds).toFixed(1)} s ${where} the database's: let NTP set both, see "A clock is wrong" in docs/operations.md`;
}

/** Whether a process may get calls, and what it knows of the clocks. */
export interface Readiness {
  /** Why it may get none; undefined where it may. */
  readonly ask: () => Promise<string | undefined>;
  /** By how many seconds its clock was ahead of the database's when it asked last. */
  readonly secondsAhead: () => number | undefined;
}

/**
 * Tells within `TIMEOUT_MS` whether the database, and its disk, can be written, and whether its clock is that of this
 * process. It asks as a sale does, but over a connection of its own: that others wait for theirs is no reason to send a
 * process no more calls. Calls at the same time share one question. A difference is in the log once, until it changes.
 */
export function readinessOf(services: Services, log: FastifyBaseLogger): Readiness {
  let underWay: Promise<string | undefined> | undefined;
  let askedAt = 0;
  let known: ClockDifference | undefined;
  let told: 'right' | 'warn' | 'error' = 'right';

  function judge(difference: ClockDifference): string | undefined {
    known = difference;
    const { certainSeconds } = difference;
    const level = certainSeconds > UNFIT ? 'error' : certainSeconds > TOLD ? 'warn' : 'right';
    if (level !== told) {
      if (level === 'right') log.info('the clock of this process is that of the database again');
      else log[level](sayDifference(difference));
      told = level;
    }
    return level === 'error' ? sayDifference(difference) : undefined;
  }

  return {
    ask: () => {
      if (underWay === undefined || performance.now() - askedAt > ASK_ANEW_AFTER_MS) {
        askedAt = performance.now();
        const asked = requireWritable(services).then(judge, () => DATABASE_AWAY);
        underWay = asked;
        void asked.finally(() => {
          if (underWay === asked) underWay = undefined;
        });
      }
      return withTimeout(underWay, TIMEOUT_MS, () => DATABASE_AWAY);
    },
    secondsAhead: () => known?.seconds,
  };
}

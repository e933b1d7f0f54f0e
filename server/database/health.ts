import { sql } from 'kysely';
import type { Services } from '#server/services.ts';
import { withTimeout } from './pool.ts';

/** The longest wait for the database in ms; a load balancer does not wait longer. */
const TIMEOUT_MS = 3000;

/** In ms. A connection that has gone silent must not keep the process unready. */
const ASK_ANEW_AFTER_MS = 10_000;

/**
 * A row if the database can be written: a standby, or a primary that has been made one, answers too. The sort below gets
 * the least memory.
 */
const WRITABLE = sql`select set_config('work_mem', '64kB', true)
  where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`;

/** Sorts more than the memory holds, so that it fails on a full disk: half a megabyte, for some milliseconds. */
const WRITES_TO_DISK = sql`select count(*) from (
  select repeat('x', 100) || number as filler from generate_series(1, 4000) as number order by 1 offset 1
) as sorted`;

function isWritable(db: Services['db']): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await WRITABLE.execute(trx);
    if (rows.length === 0) return false;
    await WRITES_TO_DISK.execute(trx);
    return true;
  });
}

/**
 * A function that tells within `TIMEOUT_MS` whether the database, and its disk, can be written. Calls at the same time
 * share one question, so that many calls take few connections.
 */
export function readinessOf({ db }: Services): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    if (underWay === undefined || performance.now() - askedAt > ASK_ANEW_AFTER_MS) {
      askedAt = performance.now();
      const asked = isWritable(db).catch(() => false);
      underWay = asked;
      void asked.finally(() => {
        if (underWay === asked) underWay = undefined;
      });
    }
    return withTimeout(underWay, TIMEOUT_MS, () => false);
  };
}

import { sql } from 'kysely';
import type { Services } from '#server/services.ts';
import { PREPARED, withTimeout } from './pool.ts';

/** The longest wait for the database in ms; a load balancer does not wait longer. */
const TIMEOUT_MS = 3000;

/** In ms. A connection that has gone silent must not keep the process unready. */
const ASK_ANEW_AFTER_MS = 10_000;

/** What a standby, and a primary that has been made one, refuse. It is prepared and in a transaction, as a sale is. */
const CHANGES = sql`update session set used_at = used_at where session_id = '00000000-0000-0000-0000-000000000000'
  ${PREPARED}`;

/** The sort below gets the least memory. */
const LITTLE_MEMORY = sql`set local work_mem = '64kB'`;

/** Sorts more than the memory holds, so that it fails on a full disk: half a megabyte, for some milliseconds. */
const WRITES_TO_DISK = sql`select count(*) from (
  select repeat('x', 100) || number as filler from generate_series(1, 4000) as number order by 1 offset 1
) as sorted`;

/** @throws the error of a database that cannot be written */
async function requireWritable({ probe }: Services): Promise<void> {
  await probe.transaction().execute(async (trx) => {
    for (const statement of [CHANGES, LITTLE_MEMORY, WRITES_TO_DISK]) await statement.execute(trx);
  });
}

/**
 * A function that tells within `TIMEOUT_MS` whether the database, and its disk, can be written. It asks as a sale does, but
 * over a connection of its own: that others wait for theirs is no reason to send a process no more calls. Calls at the same
 * time share one question.
 */
export function readinessOf(services: Services): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    if (underWay === undefined || performance.now() - askedAt > ASK_ANEW_AFTER_MS) {
      askedAt = performance.now();
      const asked = requireWritable(services).then(
        () => true,
        () => false,
      );
      underWay = asked;
      void asked.finally(() => {
        if (underWay === asked) underWay = undefined;
      });
    }
    return withTimeout(underWay, TIMEOUT_MS, () => false);
  };
}

import { sql } from 'kysely';
import { withTimeout } from '#server/database/with-timeout.ts';
import type { Services } from './context.ts';

/** The longest wait for the database in ms; a load balancer does not wait longer. */
const TIMEOUT_MS = 3000;

/** In ms. A connection that has gone silent must not keep the process unready. */
const ASK_ANEW_AFTER_MS = 10_000;

/** A row if the database can be written: a standby, or a primary that has been made one, answers too. */
const WRITABLE = sql`select 1 where not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off'`;

/**
 * A function that tells within `TIMEOUT_MS` whether the database can be written. Calls at the same time share one
 * query, so that many calls take few connections.
 */
export function readinessOf({ db }: Services): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  let askedAt = 0;
  return () => {
    if (underWay === undefined || performance.now() - askedAt > ASK_ANEW_AFTER_MS) {
      askedAt = performance.now();
      const asked = WRITABLE.execute(db).then(
        ({ rows }) => rows.length > 0,
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

import { sql } from 'kysely';
import { withTimeout } from '#server/database/with-timeout.ts';
import type { Services } from './context.ts';

/** The longest wait for the database in ms; a load balancer does not wait longer. */
const TIMEOUT_MS = 3000;

/**
 * Makes the question whether the database answers within `TIMEOUT_MS`. Whoever asks meanwhile shares the answer, so that
 * the questions never take more than one connection.
 */
export function readinessOf({ db }: Services): () => Promise<boolean> {
  let underWay: Promise<boolean> | undefined;
  return () => {
    underWay ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        underWay = undefined;
      });
    return withTimeout(underWay, TIMEOUT_MS, () => false);
  };
}

import { sql } from 'kysely';
import { withTimeout } from '#server/database/with-timeout.ts';
import type { Services } from './context.ts';

/** The longest wait for the database in ms; a load balancer does not wait longer. */
const TIMEOUT_MS = 3000;

/** Whether the database answers within `TIMEOUT_MS`. */
export async function isDatabaseReady(services: Services): Promise<boolean> {
  const answer = sql`select 1`.execute(services.db).then(
    () => true,
    () => false,
  );
  return withTimeout(answer, TIMEOUT_MS, () => false);
}

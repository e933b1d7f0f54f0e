import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from './context.ts';

/** The longest wait for the database in ms; a load balancer does not wait longer. */
const TIMEOUT_MS = 3000;

/** Whether the database answers within `TIMEOUT_MS`. */
export async function isDatabaseReady(services: Services): Promise<boolean> {
  const answer = sql`select 1`.execute(services.db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, delay(TIMEOUT_MS, false, { ref: false })]);
}

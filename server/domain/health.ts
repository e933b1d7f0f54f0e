import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Services } from './context.ts';

/** Longest wait for the database, in ms: a load balancer waits no longer. */
const PATIENCE_MS = 3000;

/** Whether the database answers, and soon. */
export async function isDatabaseReady(services: Services): Promise<boolean> {
  const answer = sql`select 1`.execute(services.db).then(
    () => true,
    () => false,
  );
  return Promise.race([answer, delay(PATIENCE_MS, false, { ref: false })]);
}

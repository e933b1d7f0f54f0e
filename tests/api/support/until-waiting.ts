import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database } from '#server/services.ts';

/** Waits until so many statements on this database wait for a lock. */
export async function untilWaiting(db: Database, count = 1): Promise<void> {
  const waiting = sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length, { interval: 5 }).toBe(count);
}

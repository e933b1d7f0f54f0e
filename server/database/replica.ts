import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { onPrimary } from '#server/limiter.ts';
import type { DbAndClocks } from '#server/services.ts';

/** How long a replica may take to catch up, in ms. */
const CATCH_UP_MS = 1000;
const PAUSE_MS = 20;

/** Whether what this call reads has all that the primary had when it was asked. A replica may be behind. */
export async function hasAllOfPrimary({ db }: Pick<DbAndClocks, 'db'>): Promise<boolean> {
  const state = sql<{ isReplica: boolean }>`select pg_is_in_recovery() as "isReplica"`;
  if ((await state.execute(db)).rows[0]?.isReplica !== true) return true;
  const position = sql<{ lsn: string }>`select pg_current_wal_flush_lsn() as lsn`;
  const [primary] = (await onPrimary(() => position.execute(db))).rows;
  const reached = sql<{ has: boolean }>`select pg_last_wal_replay_lsn() >= ${primary?.lsn}::pg_lsn as has`;
  const end = performance.now() + CATCH_UP_MS;
  while ((await reached.execute(db)).rows[0]?.has !== true) {
    if (performance.now() > end) return false;
    await delay(PAUSE_MS);
  }
  return true;
}

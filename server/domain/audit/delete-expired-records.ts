import { sql } from 'kysely';
import type { Services } from '../context.ts';

/**
 * Deletes audit and access records that are older than the settings allow, some thousands at a time. A database
 * function does it by the database's clock, because the server's role may not delete records (rules §4).
 * @param stop ends it after the present batch
 * @returns the number of deleted records
 */
export async function deleteExpiredRecords({ db, rules }: Services, stop: AbortSignal): Promise<number> {
  if (rules.recordMonths === undefined) return 0;
  let deleted = 0;
  while (!stop.aborted) {
    const { rows } = await sql<{ count: number }>`select forget_records(${rules.recordMonths}) as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count === 0) break;
    deleted += count;
  }
  return deleted;
}

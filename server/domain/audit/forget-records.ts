import { sql } from 'kysely';
import type { Services } from '../context.ts';

/**
 * Deletes what has been kept in audit and access log for as long as the settings say, some thousands at a time. The
 * database does it, by its own clock: the server's role may delete no record by itself (rules §4).
 * @param stop ends it after what is under way
 * @returns how many records were deleted
 */
export async function forgetRecords({ db, rules }: Services, stop: AbortSignal): Promise<number> {
  if (rules.recordMonths === undefined) return 0;
  let forgotten = 0;
  while (!stop.aborted) {
    const { rows } = await sql<{ count: number }>`select forget_records(${rules.recordMonths}) as count`.execute(db);
    const count = rows[0]?.count ?? 0;
    if (count === 0) break;
    forgotten += count;
  }
  return forgotten;
}

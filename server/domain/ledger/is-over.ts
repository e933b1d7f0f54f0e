import { sql } from 'kysely';
import type { DbAndClock } from '../context.ts';

/** The clocks of two processes may be this far apart, in ms. */
const CLOCKS_APART_MS = 30_000;

/**
 * Whether nothing can be dated before an instant any more: it has passed on the clock of every process, and no transaction
 * that writes began before that. A transaction dates what it writes after its begin (rules §5).
 * @param db the primary, because only there are the transactions under way
 */
export async function isOver({ db, now }: DbAndClock, end: Date): Promise<boolean> {
  const passedMs = now().getTime() - end.getTime() - CLOCKS_APART_MS;
  if (passedMs < 0) return false;
  // By how long ago, because the clock of the database may be another one too.
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and backend_xid is not null
      and xact_start < clock_timestamp() - ${passedMs} * interval '1 millisecond'
    limit 1`.execute(db);
  return rows.length === 0;
}

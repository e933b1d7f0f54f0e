import { sql } from 'kysely';
import type { Services } from '../context.ts';

/** In ms. */
const KEPT_MS = 24 * 3_600_000;

/** Rows per statement, so that each transaction is short. */
const BATCH = 1000;

/**
 * Deletes the sessions, with their refresh tokens, that ended or became too old more than a day ago (rules §3).
 * @param stop ends it after the present batch
 */
export async function deleteEndedSessions(
  { db, now, tokens }: Pick<Services, 'db' | 'now' | 'tokens'>,
  stop: AbortSignal,
): Promise<void> {
  const then = now().getTime() - KEPT_MS;
  const ended = sql`ended_at <= ${new Date(then)} or created_at <= ${new Date(then - tokens.sessionSeconds * 1000)}`;
  let deleted = BATCH;
  while (deleted === BATCH && !stop.aborted) {
    const { numAffectedRows } = await sql`
      delete from session
      where session_id in (select session_id from session where ${ended} limit ${BATCH})`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}

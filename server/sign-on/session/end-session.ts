import type { Services } from '#server/domain/context.ts';
import { type Actor, writeAudit } from '#server/domain/audit/write-audit.ts';

/** A session to end, and the user who ends it. */
interface EndedSession extends Actor {
  readonly sessionId: string;
}

/**
 * Ends a session, so that all its tokens are refused. A session that has already ended stays unchanged. Runs in the
 * caller's transaction and writes the audit.
 * @param action SESSION_REVOKED when the reuse of a token ends the session instead of the user
 */
export async function endSession(
  services: Services,
  { sessionId, ...by }: EndedSession,
  action: 'SIGNED_OUT' | 'SESSION_REVOKED',
): Promise<void> {
  const at = services.now();
  const ended = await services.db
    .updateTable('session')
    .set({ ended_at: at })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .returning('session_id')
    .executeTakeFirst();
  if (ended === undefined) return;
  await writeAudit(services.db, { at, action, by, details: { sessionId } });
}

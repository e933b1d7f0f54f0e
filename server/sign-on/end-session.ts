import type { Services } from '#server/domain/context.ts';
import { type Doer, writeAudit } from '#server/domain/audit/write-audit.ts';

/** A session to end, and who ends it. */
interface EndedSession extends Doer {
  readonly sessionId: string;
}

/**
 * Ends a session: from now on all its tokens are refused. One that has ended already stays as it is. Runs in the
 * caller's transaction, in which it is written down.
 * @param action SESSION_REVOKED when a stolen token, not the user, ends it
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

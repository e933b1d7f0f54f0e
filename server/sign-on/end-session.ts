import type { Services } from '#server/domain/context.ts';

/** Ends a session: from now on all its tokens are refused. */
export async function endSession(services: Services, sessionId: string): Promise<void> {
  await services.db
    .updateTable('session')
    .set({ ended_at: services.now() })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

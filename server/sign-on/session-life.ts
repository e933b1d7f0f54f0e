import { sql } from 'kysely';
import type { Services } from '#server/domain/context.ts';

/** How exactly the time of a session's last call is kept, in seconds: not every call shall write. */
const USE_STEP = 10;

function secondsAgo({ now }: Pick<Services, 'now'>, seconds: number): Date {
  return new Date(now().getTime() - seconds * 1000);
}

/**
 * The instant after which a session must have begun to be alive still: however often its tokens are refreshed, it ends
 * `sessionSeconds` after the sign-on.
 */
export function oldestLivingStart(services: Pick<Services, 'now' | 'tokens'>): Date {
  return secondsAgo(services, services.tokens.sessionSeconds);
}

/**
 * The condition on a session and its user to be alive still: not ended, not too old, not left alone for longer than
 * `idleSeconds`, and of a user who is not disabled.
 */
export function isAlive(services: Pick<Services, 'now' | 'tokens'>) {
  const { idleSeconds } = services.tokens;
  const isUsed =
    idleSeconds === 0
      ? sql<boolean>`true`
      : sql<boolean>`session.used_at > ${secondsAgo(services, idleSeconds + USE_STEP)}`;
  return sql<boolean>`session.ended_at is null and session.created_at > ${oldestLivingStart(services)} and ${isUsed}
    and exists (select from app_user living where living.user_id = session.user_id and living.disabled_at is null)`;
}

/** Notes that the user of a session has made a call. */
export async function noteUse(services: Services, sessionId: string): Promise<void> {
  await services.db
    .updateTable('session')
    .set({ used_at: services.now() })
    .where('session_id', '=', sessionId)
    .where('used_at', '<=', secondsAgo(services, USE_STEP))
    .execute();
}

import { sql } from 'kysely';
import type { Services } from '#server/domain/context.ts';

/** The precision in seconds of the last use, so that not every call writes to the database. */
const USE_STEP = 10;

function secondsAgo({ now }: Pick<Services, 'now'>, seconds: number): Date {
  return new Date(now().getTime() - seconds * 1000);
}

/**
 * The earliest start of a session that is still alive. A session ends `sessionSeconds` after its sign-on, even if its
 * tokens are refreshed.
 */
export function oldestLivingStart(services: Pick<Services, 'now' | 'tokens'>): Date {
  return secondsAgo(services, services.tokens.sessionSeconds);
}

/**
 * The condition that a session is alive: not ended, not too old, used within `idleSeconds`, and its user is not
 * disabled.
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

/** Records the time of a session's last call, unless the recorded one is recent enough. */
export async function noteUse(services: Services, sessionId: string, recorded: Date): Promise<void> {
  const latest = secondsAgo(services, USE_STEP);
  if (recorded > latest) return;
  await services.db
    .updateTable('session')
    .set({ used_at: services.now() })
    .where('session_id', '=', sessionId)
    .where('used_at', '<=', latest)
    .execute();
}

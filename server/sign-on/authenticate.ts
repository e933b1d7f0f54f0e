import type { Services, SignedIn } from '#server/domain/context.ts';
import type { AccessClaims } from './access-token.ts';
import { isAlive, noteUse } from './session-life.ts';

/**
 * The signed-in user of an access token. Null when the session has ended, or its business no longer belongs to the user
 * (rules §3).
 */
export async function authenticate(services: Services, claims: AccessClaims): Promise<SignedIn | null> {
  const found = await services.db
    .selectFrom('session')
    .innerJoin('app_user', 'app_user.user_id', 'session.user_id')
    .leftJoin('user_business', (join) =>
      join
        .onRef('user_business.user_id', '=', 'app_user.user_id')
        .on('user_business.business_id', '=', claims.businessId),
    )
    .where('session.session_id', '=', claims.sessionId)
    .where(isAlive(services))
    .select(['app_user.user_id', 'username', 'profile', 'asl_id', 'user_business.business_id', 'used_at'])
    .executeTakeFirst();
  if (found === undefined || (found.profile === 'BUSINESS' && found.business_id === null)) return null;
  await noteUse(services, claims.sessionId, found.used_at);
  return {
    sessionId: claims.sessionId,
    userId: found.user_id,
    username: found.username,
    profile: found.profile,
    businessId: found.business_id,
    aslId: found.asl_id,
  };
}

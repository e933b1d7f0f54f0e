import { sql } from 'kysely';
import { PREPARED } from '#server/database/prepared.ts';
import type { Services, SignedIn } from '#server/domain/context.ts';
import type { AccessClaims } from './access-token.ts';
import { isAlive, noteUse } from './session-life.ts';

interface Found {
  readonly user_id: number;
  readonly username: string;
  readonly profile: SignedIn['profile'];
  readonly asl_id: number | null;
  readonly business_id: number | null;
  readonly used_at: Date;
}

/**
 * The signed-in user of an access token. Null when the session has ended, or its business no longer belongs to the user
 * (rules §3). The query is plain SQL, because every call needs it and the query builder takes longer.
 */
export async function authenticate(services: Services, claims: AccessClaims): Promise<SignedIn | null> {
  const { rows } = await sql<Found>`
    select app_user.user_id, username, profile, asl_id, user_business.business_id, used_at
    from session join app_user using (user_id)
      left join user_business
        on user_business.user_id = app_user.user_id and user_business.business_id = ${claims.businessId}
    where session_id = ${claims.sessionId} and ${isAlive(services)} ${PREPARED}`.execute(services.db);
  const [found] = rows;
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

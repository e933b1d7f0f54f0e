import { randomUUID } from 'node:crypto';
import type { Tokens } from '#contract/entities/tokens.ts';
import type { ProviderSession, Services } from '#server/domain/context.ts';
import { type Origin, writeAudit } from '#server/domain/audit/write-audit.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { issueTokens } from './issue-tokens.ts';
import { oldestLivingStart } from './session-life.ts';

/** Deletes the user's sessions that are too old or whose refresh tokens have all expired. */
async function forgetDeadSessions(services: Services, userId: number): Promise<void> {
  await services.db
    .deleteFrom('session')
    .where('user_id', '=', userId)
    .where((eb) => {
      const usable = eb
        .selectFrom('refresh_token')
        .whereRef('refresh_token.session_id', '=', 'session.session_id')
        .where('expires_at', '>', services.now())
        .select('token_hash');
      return eb.or([eb('created_at', '<=', oldestLivingStart(services)), eb.not(eb.exists(usable))]);
    })
    .execute();
}

/** Where a session comes from. */
interface SessionOrigin {
  readonly origin?: Origin;
  /** The session of the identity provider, if a sign-out is to end it. */
  readonly providerSession?: ProviderSession | null;
}

/**
 * The active business of a new session; null for a user of another profile. Whoever disables the user, or takes the business
 * away, waits for the session and then ends it.
 */
async function lockPlace({ db }: Services, userId: number): Promise<number | null> {
  const user = await db
    .selectFrom('app_user')
    .where('user_id', '=', userId)
    .where('disabled_at', 'is', null)
    .select('profile')
    .forShare()
    .executeTakeFirst();
  if (user === undefined) throw new DomainError('USER_NOT_FOUND');
  if (user.profile !== 'BUSINESS') return null;
  const first = await db
    .selectFrom('user_business')
    .where('user_id', '=', userId)
    .orderBy('business_id')
    .select('business_id')
    .limit(1)
    .forKeyShare()
    .executeTakeFirst();
  if (first === undefined) throw new DomainError('USER_NOT_FOUND');
  return first.business_id;
}

async function create(services: Services, userId: number, from: SessionOrigin): Promise<Tokens> {
  const { origin, providerSession = null } = from;
  const businessId = await lockPlace(services, userId);
  await forgetDeadSessions(services, userId);
  const sessionId = randomUUID();
  const at = services.now();
  await services.db
    .insertInto('session')
    .values({
      session_id: sessionId,
      user_id: userId,
      created_at: at,
      ended_at: null,
      used_at: at,
      provider_session: providerSession && JSON.stringify(providerSession),
    })
    .execute();
  await writeAudit(services.db, {
    at,
    action: 'SIGNED_IN',
    by: { ...origin, userId, businessId },
    details: { sessionId },
  });
  return issueTokens(services, { sessionId, businessId });
}

/**
 * Creates a session for a registered user. For a shop user the first of their businesses is active.
 * @throws DomainError USER_NOT_FOUND when the user does not exist, is disabled, or is a shop user without a business
 */
export function createSession(services: Services, userId: number, from: SessionOrigin = {}): Promise<Tokens> {
  return services.db.transaction().execute((db) => create({ ...services, db }, userId, from));
}

import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Tokens } from '#contract/calls/authentication.ts';
import { type Actor, type Origin, writeAudit } from '#server/access-log/audit.ts';
import { PREPARED } from '#server/database/pool.ts';
import { lockRow, lockRows } from '#server/database/row-locks.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, DbAndClocks, ProviderSession, Services, SignedIn } from '#server/services.ts';
import { type AccessClaims, hashSecret, issueTokens, SESSION_SECONDS } from './tokens.ts';

/** The precision in seconds of the last use, so that not every call writes to the database. */
const USE_STEP = 10;

function secondsAgo({ now }: Pick<Services, 'now'>, seconds: number): Date {
  return new Date(now().getTime() - seconds * 1000);
}

/**
 * The earliest start of a session that is still alive. A session ends `SESSION_SECONDS` after its sign-on, even if its
 * tokens are refreshed.
 */
function oldestLivingStart(services: Pick<Services, 'now'>): Date {
  return secondsAgo(services, SESSION_SECONDS);
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
async function noteUse(services: Services, sessionId: string, recorded: Date): Promise<void> {
  const latest = secondsAgo(services, USE_STEP);
  if (recorded > latest) return;
  await services.db
    .updateTable('session')
    .set({ used_at: services.now() })
    .where('session_id', '=', sessionId)
    .where('used_at', '<=', latest)
    .execute();
}

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
  /** By what name the user was found, whom somebody may rename meanwhile. */
  readonly username?: string;
}

/**
 * The active business of a new session; null for a user of another profile. Whoever disables the user, or takes the business
 * away, waits for the session and then ends it.
 */
async function lockPlace({ db }: Services, userId: number, username?: string): Promise<number | null> {
  const user = await lockRow(db, 'app_user', ['username', 'profile', 'disabled_at'], { user_id: userId }, 'share');
  const isNamed = username === undefined || user?.username.toLowerCase() === username.toLowerCase();
  if (!user || user.disabled_at || !isNamed) throw new DomainError('USER_NOT_FOUND');
  if (user.profile !== 'BUSINESS') return null;
  const which = sql`user_id = ${userId}`;
  const held = await lockRows(db, { table: 'user_business', key: 'business_id', which, strength: 'key share' });
  const [first] = held.ids;
  if (first === undefined) throw new DomainError('USER_NOT_FOUND');
  return first;
}

/**
 * Stores a session that begins now.
 * @returns its id
 */
export async function insertSession(
  { db, now }: Pick<DbAndClocks, 'db' | 'now'>,
  userId: number,
  providerSession: ProviderSession | null = null,
): Promise<string> {
  const sessionId = randomUUID();
  const at = now();
  await db
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
  return sessionId;
}

async function create(services: Services, userId: number, from: SessionOrigin): Promise<Tokens> {
  const { origin, providerSession = null, username } = from;
  const businessId = await lockPlace(services, userId, username);
  await forgetDeadSessions(services, userId);
  const sessionId = await insertSession(services, userId, providerSession);
  await writeAudit(services.db, {
    at: services.now(),
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

/** The values that the portal received from a sign-on. */
interface SignOnReturn {
  readonly sessionId: string;
  readonly RelayState: string;
}

/** The user of this name, or the only one whose name differs in capitals alone. */
async function findUser({ db }: Services, username: string): Promise<number | undefined> {
  const users = await db
    .selectFrom('app_user')
    .where(sql`lower(username)`, '=', sql`lower(${username} collate "C")`)
    // A till has credentials of its own.
    .where('user_id', 'not in', (eb) => eb.selectFrom('till').select('till.user_id'))
    .select(['user_id', 'username'])
    .execute();
  const user = users.find((one) => one.username === username) ?? (users.length === 1 ? users[0] : undefined);
  return user?.user_id;
}

/**
 * Exchanges the one-time session of a sign-on for a token pair. The first attempt uses the session up, even if it
 * fails. The relay state proves that the same browser started the sign-on.
 * @throws DomainError NOT_AUTHENTICATED when session and relay state do not match, are used or expired; USER_NOT_FOUND
 * when the person is not registered (rules §1)
 */
export async function exchangeSession(
  services: Services,
  { sessionId, RelayState: relayState }: SignOnReturn,
  origin: Origin,
): Promise<Tokens> {
  const signOn = await services.db
    .deleteFrom('sign_on')
    .where('session_id_hash', '=', hashSecret(sessionId))
    .returning(['relay_state', 'username', 'provider_session', 'expires_at'])
    .executeTakeFirst();
  if (signOn?.username == null || signOn.relay_state !== relayState || signOn.expires_at <= services.now()) {
    throw new DomainError('NOT_AUTHENTICATED');
  }
  const userId = await findUser(services, signOn.username);
  if (userId === undefined) throw new DomainError('USER_NOT_FOUND');
  const { username, provider_session: providerSession } = signOn;
  return createSession(services, userId, { origin, providerSession, username });
}

/** A session to end, and the user who ends it. */
interface EndedSession extends Actor {
  readonly sessionId: string;
}

/**
 * Ends a session, so that all its tokens are refused. A session that has already ended stays unchanged. Runs in the
 * caller's transaction and writes the audit. The user is locked first, as by whoever disables them.
 * @param action SESSION_REVOKED when the reuse of a token ends the session instead of the user
 */
export async function endSession(
  services: Services,
  { sessionId, ...by }: EndedSession,
  action: 'SIGNED_OUT' | 'SESSION_REVOKED',
): Promise<void> {
  await lockRow(services.db, 'app_user', ['user_id'], { user_id: by.userId }, 'key share');
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

/**
 * Creates a token pair for another business of the user in the same session. Other tabs keep their pairs and their
 * business (rules §3).
 * @throws DomainError BUSINESS_NOT_FOUND when the business does not belong to the user
 */
export function switchActiveBusiness(
  services: Services,
  principal: BusinessPrincipal,
  businessId: number,
): Promise<Tokens> {
  const { userId, sessionId, businessId: from } = principal;
  return services.db.transaction().execute(async (db) => {
    const key = { user_id: userId, business_id: businessId };
    // Whoever takes the business away waits for the tokens, and then ends the session. They lock the user first.
    await lockRow(db, 'app_user', ['user_id'], { user_id: userId }, 'key share');
    const own = await lockRow(db, 'user_business', ['business_id'], key, 'key share');
    if (own === undefined) throw new DomainError('BUSINESS_NOT_FOUND');
    const details = { sessionId, from };
    await writeAudit(db, {
      at: services.now(),
      action: 'BUSINESS_SWITCHED',
      by: { ...principal, businessId },
      details,
    });
    return issueTokens({ ...services, db }, { sessionId, businessId });
  });
}

interface Found {
  readonly user_id: number;
  readonly username: string;
  readonly profile: SignedIn['profile'];
  readonly asl_id: number | null;
  readonly business_id: number | null;
  readonly used_at: Date;
  readonly till_id: number | null;
  readonly store_id: number | null;
}

/**
 * The signed-in user of an access token. Null when the session has ended, or its business no longer belongs to the user
 * (rules §3). The query is plain SQL, because every call needs it and the query builder takes longer.
 */
export async function authenticate(services: Services, claims: AccessClaims): Promise<SignedIn | null> {
  const { rows } = await sql<Found>`
    select app_user.user_id, username, profile, asl_id, user_business.business_id, session.used_at,
      till_id, store_id
    from session join app_user using (user_id)
      left join user_business
        on user_business.user_id = app_user.user_id and user_business.business_id = ${claims.businessId}
      left join till on till.user_id = app_user.user_id
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
    ...(found.till_id !== null &&
      found.store_id !== null && { till: { tillId: found.till_id, storeId: found.store_id } }),
  };
}

/** In ms. */
const KEPT_MS = 24 * 3_600_000;

/** Rows per statement, so that each transaction is short. */
const BATCH = 1000;

/**
 * Deletes the sessions, with their refresh tokens, that ended or became too old more than a day ago (rules §3).
 * @param stop ends it after the present batch
 */
export async function deleteEndedSessions({ db, now }: Pick<Services, 'db' | 'now'>, stop: AbortSignal): Promise<void> {
  const then = now().getTime() - KEPT_MS;
  const ended = sql`ended_at <= ${new Date(then)} or created_at <= ${new Date(then - SESSION_SECONDS * 1000)}`;
  let deleted = BATCH;
  while (deleted === BATCH && !stop.aborted) {
    const { numAffectedRows } = await sql`
      delete from session
      where session_id in (select session_id from session where ${ended} limit ${BATCH})`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}

import type { Tokens } from '#contract/calls/authentication.ts';
import type { Origin } from '#server/access-log/audit.ts';
import { lockRow } from '#server/database/row-locks.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Services } from '#server/services.ts';
import { endSession, isAlive } from './sessions.ts';
import { hashSecret, keepRefreshToken, successorsOf, toPair } from './tokens.ts';

/** The time in ms in which a new refresh token is not replaced, so that refreshing in a loop fills no table. */
const ROTATE_AFTER_MS = 10_000;

/** The time in which the direct predecessor of a refresh token is still accepted. */
const REFRESH_GRACE_SECONDS = 60;

function findToken(services: Services, hash: string) {
  return services.db.selectFrom('refresh_token').where('token_hash', '=', hash).selectAll().executeTakeFirst();
}

/**
 * The active session of a refresh token, locked until the transaction ends. The user is locked first, as by whoever
 * disables them.
 */
async function lockSession(services: Services, hash: string) {
  const { db } = services;
  const found = await db
    .selectFrom('session')
    .innerJoin('refresh_token', 'refresh_token.session_id', 'session.session_id')
    .where('token_hash', '=', hash)
    .select(['session.session_id', 'user_id'])
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { session_id, user_id } = found;
  await lockRow(db, 'app_user', ['user_id'], { user_id }, 'key share');
  await lockRow(db, 'session', ['session_id'], { session_id }, 'update');
  const living = db.selectFrom('session').where('session_id', '=', session_id).where(isAlive(services));
  return living.select('user_id').executeTakeFirst();
}

/**
 * The successor of a replaced token that is still accepted: the token was replaced less than `REFRESH_GRACE_SECONDS` ago,
 * and its successor is the newest token of the family. During a change of the secret either secret may have derived the
 * successor.
 */
async function successorInGrace(
  services: Services,
  replacedAt: Date,
  successors: readonly string[],
): Promise<string | undefined> {
  const age = services.now().getTime() - replacedAt.getTime();
  if (age > REFRESH_GRACE_SECONDS * 1000) return undefined;
  for (const successor of successors) {
    const next = await findToken(services, hashSecret(successor));
    if (next?.replaced_at === null) return successor;
  }
  return undefined;
}

/** The new token pair; null when the token is refused. A reused token also ends its session. */
async function renew(services: Services, refreshToken: string, origin: Origin): Promise<Tokens | null> {
  const hash = hashSecret(refreshToken);
  const session = await lockSession(services, hash);
  if (session === undefined) return null;
  // Read under the lock: of two concurrent refreshes the second must see the result of the first.
  const token = await findToken(services, hash);
  if (token === undefined || token.expires_at <= services.now()) return null;

  const bearer = { sessionId: token.session_id, businessId: token.business_id };
  const age = services.now().getTime() - token.issued_at.getTime();
  if (token.replaced_at === null && age < ROTATE_AFTER_MS) return toPair(services, bearer, refreshToken);
  const successors = successorsOf(services, refreshToken);
  if (token.replaced_at === null) {
    await services.db
      .updateTable('refresh_token')
      .set({ replaced_at: services.now() })
      .where('token_hash', '=', hash)
      .execute();
    await keepRefreshToken(services, successors[0], bearer);
    return toPair(services, bearer, successors[0]);
  }
  const successor = await successorInGrace(services, token.replaced_at, successors);
  if (successor !== undefined) return toPair(services, bearer, successor);
  await endSession(services, { ...bearer, ...origin, userId: session.user_id }, 'SESSION_REVOKED');
  services.metrics.signOnFailures.inc({ reason: 'SESSION_REVOKED' });
  return null;
}

/**
 * Exchanges a refresh token for the next pair (rules §3). A refresh token of the last ten seconds stays and gets a new
 * access token. The direct predecessor gets the same pair again for `REFRESH_GRACE_SECONDS`. An older token counts as
 * stolen and ends the whole session.
 * @throws DomainError NOT_AUTHENTICATED when the token is refused
 */
export async function refreshSession(services: Services, refreshToken: string, origin: Origin): Promise<Tokens> {
  // An unknown token needs no transaction.
  if ((await findToken(services, hashSecret(refreshToken))) === undefined) throw new DomainError('NOT_AUTHENTICATED');
  // The error is thrown after the transaction, which must keep the end of the session.
  const tokens = await services.db.transaction().execute((db) => renew({ ...services, db }, refreshToken, origin));
  if (tokens === null) throw new DomainError('NOT_AUTHENTICATED');
  return tokens;
}

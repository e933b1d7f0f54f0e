import { sql } from 'kysely';
import type { Tokens } from '#contract/entities/tokens.ts';
import type { Origin } from '#server/domain/audit/write-audit.ts';
import type { Services } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { createSession } from './create-session.ts';
import { hashSecret } from '../secret.ts';

/** The values that the portal received from a sign-on. */
interface SignOnReturn {
  readonly sessionId: string;
  readonly RelayState: string;
}

/** The user of this name, or the only one whose name differs in capitals alone. */
async function findUser({ db }: Services, username: string): Promise<number | undefined> {
  const users = await db
    .selectFrom('app_user')
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
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
  return createSession(services, userId, { origin, providerSession: signOn.provider_session });
}

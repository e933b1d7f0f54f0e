import { sql } from 'kysely';
import type { Profile } from '#contract/entities/shared.ts';
import { DomainError } from '#server/domain-error.ts';
import { type Locked, lockRows } from '#server/database/row-locks.ts';
import type { Made } from '#server/documents/made.ts';
import type { Database, DbAndClocks, Principal, Services } from '#server/services.ts';

interface CurrentUser {
  readonly username: string;
  readonly profile: Profile;
  readonly firstName: string;
  readonly lastName: string;
  /** The health authority of a district operator. */
  readonly operatorAslId: number | null;
}

/**
 * The signed-in user (§7 users/me).
 * @throws DomainError USER_NOT_FOUND when the person is not registered (rules §1)
 */
export async function readCurrentUser(services: Services, principal: Principal): Promise<CurrentUser> {
  const user = await services.db
    .selectFrom('app_user')
    .where('user_id', '=', principal.userId)
    .select(['username', 'profile', 'first_name as firstName', 'last_name as lastName'])
    .executeTakeFirst();
  if (user === undefined) throw new DomainError('USER_NOT_FOUND');
  return { ...user, operatorAslId: principal.profile === 'OPERATOR' ? principal.aslId : null };
}

/** Locks an operator until the transaction ends, before all else: whoever disables them waits. */
export async function lockOperator(trx: Database, userId: number): Promise<Locked<Database>> {
  const which = sql`user_id = ${userId}`;
  return (await lockRows(trx, { table: 'app_user', key: 'user_id', which, strength: 'key share' })).trx;
}

/**
 * Requires that an operator may still act, as seen after the last lock.
 * @throws DomainError NOT_AUTHENTICATED for one who is disabled, or has another profile or authority by now
 */
export async function requireOperator(
  trx: Locked<Database>,
  { userId, aslId }: Pick<Principal, 'userId' | 'aslId'>,
): Promise<void> {
  const operator = await trx
    .selectFrom('app_user')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('profile', '=', 'OPERATOR')
    .where('asl_id', 'is not distinct from', aslId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (operator === undefined) throw new DomainError('NOT_AUTHENTICATED');
}

/** What a document says of the present moment and of the person who requests it. */
export async function readMade({ db, clock }: Pick<DbAndClocks, 'db' | 'clock'>, principal: Principal): Promise<Made> {
  const { userId, businessId, aslId } = principal;
  const found = await db
    .selectFrom('app_user')
    .leftJoin('business', (join) => join.on('business.business_id', '=', businessId))
    .leftJoin('asl', (join) => join.on('asl.asl_id', '=', aslId))
    .select(['first_name', 'last_name', 'company_name', 'asl.name as authority', clock().as('made_at')])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const name = `${found.first_name} ${found.last_name}`;
  return { madeAt: found.made_at, requester: { name, organisation: found.company_name ?? found.authority ?? '' } };
}

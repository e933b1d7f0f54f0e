import type { Profile } from '#contract/entities/user.ts';
import type { Principal, Services } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';

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

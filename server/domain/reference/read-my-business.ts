import type { BusinessPrincipal, Services } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { BUSINESS_COLUMNS, type Business } from './business.ts';

/**
 * The active business of a shop user.
 * @throws DomainError BUSINESS_NOT_FOUND when it does not exist any more
 */
export async function readMyBusiness(services: Services, principal: BusinessPrincipal): Promise<Business> {
  const business = await services.db
    .selectFrom('business')
    .where('business_id', '=', principal.businessId)
    .select(BUSINESS_COLUMNS)
    .executeTakeFirst();
  if (business === undefined) throw new DomainError('BUSINESS_NOT_FOUND');
  return business;
}

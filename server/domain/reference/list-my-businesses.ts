import type { BusinessPrincipal, Services } from '#server/domain/context.ts';
import { BUSINESS_COLUMNS, type Business } from './business.ts';

/** The businesses that the user may switch to, by company name (§6). */
export function listMyBusinesses(services: Services, principal: BusinessPrincipal): Promise<Business[]> {
  return services.db
    .selectFrom('user_business')
    .innerJoin('business', 'business.business_id', 'user_business.business_id')
    .where('user_id', '=', principal.userId)
    .orderBy('folded_company_name')
    .orderBy('company_name')
    .orderBy('business.business_id')
    .select(BUSINESS_COLUMNS)
    .execute();
}

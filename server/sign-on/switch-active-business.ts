import type { Tokens } from '#contract/entities/tokens.ts';
import type { BusinessCaller, Services } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { toRowId } from '#server/domain/row-id.ts';
import { issueTokens } from './issue-tokens.ts';

/**
 * A pair bound to another business of the user, in the same session. The pairs that other tabs hold go on with the
 * business they have (decisions §3).
 * @throws DomainError BUSINESS_NOT_FOUND when the business is not one of the user's
 */
export async function switchActiveBusiness(
  services: Services,
  caller: BusinessCaller,
  businessId: number,
): Promise<Tokens> {
  const own = await services.db
    .selectFrom('user_business')
    .where('user_id', '=', caller.userId)
    .where('business_id', '=', toRowId(businessId))
    .select('business_id')
    .executeTakeFirst();
  if (own === undefined) throw new DomainError('BUSINESS_NOT_FOUND');
  return issueTokens(services, { sessionId: caller.sessionId, businessId });
}

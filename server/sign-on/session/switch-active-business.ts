import type { Tokens } from '#contract/entities/tokens.ts';
import { writeAudit } from '#server/domain/audit/write-audit.ts';
import type { BusinessPrincipal, Services } from '#server/domain/context.ts';
import { DomainError } from '#server/domain/domain-error.ts';
import { toRowId } from '#server/domain/row-id.ts';
import { issueTokens } from './issue-tokens.ts';

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
    const own = await db
      .selectFrom('user_business')
      .where('user_id', '=', userId)
      .where('business_id', '=', toRowId(businessId))
      .select('business_id')
      // Whoever takes the business away waits for the tokens, and then ends the session.
      .forKeyShare()
      .executeTakeFirst();
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

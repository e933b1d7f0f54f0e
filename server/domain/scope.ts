import type { Principal } from './context.ts';
import { DomainError } from './domain-error.ts';

/** The parties that a billing or AMC call names (§7). */
export interface RequestedParties {
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
}

/**
 * The parties whose purchases a principal may see: a shop sees its active business's, a health authority those that it
 * pays (rules §7). The other party is the requested one, or any.
 * @throws DomainError BUSINESS_NOT_FOUND when a shop names another business, ASL_NOT_FOUND when an authority names
 * another authority, NOT_ALLOWED for any other principal
 */
export function scopeOf(principal: Principal, asked: RequestedParties): RequestedParties {
  const { aslId, businessId } = principal;
  if (aslId === null && businessId === null) throw new DomainError('NOT_ALLOWED');
  if (businessId !== null && (asked.businessId ?? businessId) !== businessId) {
    throw new DomainError('BUSINESS_NOT_FOUND');
  }
  if (aslId !== null && (asked.aslId ?? aslId) !== aslId) throw new DomainError('ASL_NOT_FOUND');
  return { aslId: aslId ?? asked.aslId, businessId: businessId ?? asked.businessId };
}

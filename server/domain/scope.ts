import type { Principal } from './context.ts';
import { DomainError } from './domain-error.ts';

/** The parties that a billing or AMC call names (§7). */
export interface AskedParties {
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
}

/**
 * Whose purchases a principal may see among those asked for: a shop those of its active business, a health authority
 * those that it pays (rules §7); the other party is the one asked for, or any.
 * @throws DomainError BUSINESS_NOT_FOUND when a shop names another business, ASL_NOT_FOUND when an authority names
 * another, NOT_ALLOWED for a principal who is of neither
 */
export function scopeOf(principal: Principal, asked: AskedParties): AskedParties {
  const { aslId, businessId } = principal;
  if (aslId === null && businessId === null) throw new DomainError('NOT_ALLOWED');
  if (businessId !== null && (asked.businessId ?? businessId) !== businessId) {
    throw new DomainError('BUSINESS_NOT_FOUND');
  }
  if (aslId !== null && (asked.aslId ?? aslId) !== aslId) throw new DomainError('ASL_NOT_FOUND');
  return { aslId: aslId ?? asked.aslId, businessId: businessId ?? asked.businessId };
}

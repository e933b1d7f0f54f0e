import { DomainError } from '#server/domain-error.ts';
import type { Database, Principal } from '#server/services.ts';

interface FilterIds {
  readonly aslId?: number | undefined;
  readonly businessId?: number | undefined;
  readonly storeId?: number | undefined;
  readonly categoryId?: number | undefined;
}

/** The names for the filters of a document; the id when no row has that id. */
export interface FilterNames {
  readonly asl?: string | undefined;
  readonly business?: string | undefined;
  readonly store?: string | undefined;
  readonly category?: string | undefined;
}

/** Reads the names for the filters of a document. */
export async function readFilterNames(
  db: Database,
  { aslId, businessId, storeId, categoryId }: FilterIds,
): Promise<FilterNames> {
  const found = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('asl')
        .select('name')
        .where('asl_id', '=', aslId ?? 0)
        .as('asl'),
      eb
        .selectFrom('business')
        .select('company_name')
        .where('business_id', '=', businessId ?? 0)
        .as('business'),
      eb
        .selectFrom('store')
        .select('name')
        .where('store_id', '=', storeId ?? 0)
        .as('store'),
      eb
        .selectFrom('category')
        .select('name')
        .where('category_id', '=', categoryId ?? 0)
        .as('category'),
    ])
    .executeTakeFirstOrThrow();
  return {
    asl: found.asl ?? aslId?.toString(),
    business: found.business ?? businessId?.toString(),
    store: found.store ?? storeId?.toString(),
    category: found.category ?? categoryId?.toString(),
  };
}

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

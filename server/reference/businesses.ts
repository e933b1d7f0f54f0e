import { sql, type SqlBool } from 'kysely';
import { isAnyOf, PREPARED } from '#server/database/pool.ts';
import { follows } from '#server/database/queries.ts';
import { groupBy } from '#contract/group-by.ts';
import { DomainError } from '#server/domain-error.ts';
import { inBatches } from '#server/lists.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';
import { STORE_COLUMNS } from './stores.ts';

export interface Business {
  readonly businessId: number;
  readonly companyName: string;
  readonly vat: string;
  readonly fiscalCode: string;
  readonly address: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly workingHours: string | null;
  readonly web: string | null;
}

/** The columns of a query for businesses. */
const BUSINESS_COLUMNS = [
  'business.business_id as businessId',
  'business.company_name as companyName',
  'business.vat',
  'business.fiscal_code as fiscalCode',
  'business.address',
  'business.phone',
  'business.email',
  'business.working_hours as workingHours',
  'business.web',
] as const;

const ORDER = {
  columns: ['business.folded_company_name', 'business.company_name', 'business.business_id'],
  direction: 'asc',
} as const;

/**
 * The store locator shows a business without stores at its own address. A business whose stores are all disabled must
 * not appear (rules §9). Asked for each business: PostgreSQL would read all stores to answer an `exists`.
 */
const hasNoClosedStoresOnly = sql<SqlBool>`coalesce((
  select bool_or(store.disabled_at is null) from store where store.business_id = business.business_id
), true)`;

/** The stores of some businesses, by business id. */
async function storesOf(db: Database, businesses: readonly Business[]) {
  const ids = businesses.map(({ businessId }) => businessId);
  const stores = await db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .where(isAnyOf('store.business_id', ids))
    .where('store.disabled_at', 'is', null)
    .orderBy('store_id')
    .select([...STORE_COLUMNS, 'business.business_id as businessId'])
    .modifyEnd(PREPARED)
    .execute();
  return groupBy(stores, ({ businessId }) => businessId);
}

/** The query for businesses by company name. */
function selectInOrder(db: Database) {
  return db
    .selectFrom('business')
    .orderBy('folded_company_name')
    .orderBy('company_name')
    .orderBy('business_id')
    .select(BUSINESS_COLUMNS);
}

function readInOrder(businesses: ReturnType<typeof selectInOrder>, signal: AbortSignal) {
  const read = (after: Business | undefined, limit: number) => {
    const place = after && follows(ORDER, 'business', 'business.business_id', after.businessId);
    return (place === undefined ? businesses : businesses.where(place)).limit(limit).execute();
  };
  return inBatches(read, signal);
}

/** All businesses by company name, in batches, including disabled ones, because bills and orders may refer to them. */
export function listAllBusinesses({ db }: Services, signal: AbortSignal): AsyncIterable<readonly Business[]> {
  return readInOrder(selectInOrder(db), signal);
}

/**
 * The businesses for the store locator, by company name, each with its stores by id, in batches (§7, rules §9).
 * Disabled businesses, and businesses with only disabled stores, are left out.
 * @param signal ends the reading
 */
export async function* listBusinesses({ db }: Services, signal: AbortSignal) {
  const open = selectInOrder(db).where('disabled_at', 'is', null).where(hasNoClosedStoresOnly);
  for await (const batch of readInOrder(open, signal)) {
    const stores = await storesOf(db, batch);
    yield batch.map((business) => ({ ...business, stores: stores.get(business.businessId) ?? [] }));
  }
}

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

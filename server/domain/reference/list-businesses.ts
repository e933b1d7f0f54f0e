import { type SqlBool, sql } from 'kysely';
import { groupBy } from '#contract/group-by.ts';
import { PREPARED, isAnyOf } from '#server/database/prepared.ts';
import { inBatches } from '../batches.ts';
import type { Database, Services } from '../context.ts';
import { follows } from '../sorting.ts';
import { BUSINESS_COLUMNS, type Business } from './business.ts';
import { STORE_COLUMNS, type Store } from './store.ts';

/** A business with its stores, for the store locator. */
interface BusinessWithStores extends Business {
  readonly stores: readonly Store[];
}

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
async function storesOf(db: Database, businesses: readonly Business[]): Promise<ReadonlyMap<number, readonly Store[]>> {
  if (businesses.length === 0) return new Map();
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

/** All businesses by company name, including disabled ones, because bills and orders may refer to them. */
export function listAllBusinesses({ db }: Services): Promise<Business[]> {
  return selectInOrder(db).execute();
}

/**
 * The businesses for the store locator, by company name, each with its stores by id, in batches (§7, rules §9).
 * Disabled businesses, and businesses with only disabled stores, are left out.
 * @param signal ends the reading
 */
export async function* listBusinesses({ db }: Services, signal: AbortSignal) {
  const all = selectInOrder(db).where('disabled_at', 'is', null).where(hasNoClosedStoresOnly);
  const read = (after: Business | undefined, limit: number) =>
    (after === undefined ? all : all.where(follows(ORDER, 'business', 'business.business_id', after.businessId)))
      .limit(limit)
      .execute();
  for await (const batch of inBatches<Business>(read, signal)) {
    const stores = await storesOf(db, batch);
    yield batch.map((business): BusinessWithStores => ({ ...business, stores: stores.get(business.businessId) ?? [] }));
  }
}

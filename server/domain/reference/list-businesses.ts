import { type SqlBool, sql } from 'kysely';
import { groupBy } from '#server/domain/group-by.ts';
import { inBatches } from '../batches.ts';
import type { Database, Services } from '../context.ts';
import { follows } from '../sorting.ts';
import { BUSINESS_COLUMNS, type Business } from './business.ts';
import { STORE_COLUMNS, type Store } from './store.ts';

/** A business with its points of sale, for the store locator. */
interface BusinessWithStores extends Business {
  readonly stores: readonly Store[];
}

const ORDER = { columns: ['business.company_name', 'business.business_id'], direction: 'asc' } as const;

/** One whose stores are all disabled would stand in the store locator at the company's own address (rules §1). */
const hasNoClosedStoresOnly = sql<SqlBool>`(
  exists (select from store where store.business_id = business.business_id and store.disabled_at is null)
  or not exists (select from store where store.business_id = business.business_id)
)`;

/** The stores of some businesses, by business. */
async function storesOf(db: Database, businesses: readonly Business[]): Promise<ReadonlyMap<number, readonly Store[]>> {
  if (businesses.length === 0) return new Map();
  const ids = businesses.map(({ businessId }) => businessId);
  const stores = await db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .where('store.business_id', 'in', ids)
    .where('store.disabled_at', 'is', null)
    .orderBy('store_id')
    .select([...STORE_COLUMNS, 'business.business_id as businessId'])
    .execute();
  return groupBy(stores, ({ businessId }) => businessId);
}

/** All businesses by company name, those that are disabled too: bills and orders are of them. */
export function listAllBusinesses({ db }: Services): Promise<Business[]> {
  return db.selectFrom('business').orderBy('company_name').orderBy('business_id').select(BUSINESS_COLUMNS).execute();
}

/**
 * All businesses that are not disabled, nor have stores of which none is open, by company name, each with its stores by id (§7, rules §1), batch after batch.
 * @param signal ends the reading
 */
export async function* listBusinesses({ db }: Services, signal: AbortSignal) {
  const all = db
    .selectFrom('business')
    .where('disabled_at', 'is', null)
    .where(hasNoClosedStoresOnly)
    .orderBy('company_name')
    .orderBy('business_id')
    .select(BUSINESS_COLUMNS);
  const read = (after: Business | undefined, limit: number) =>
    (after === undefined ? all : all.where(follows(ORDER, 'business', 'business.business_id', after.businessId)))
      .limit(limit)
      .execute();
  for await (const batch of inBatches<Business>(read, signal)) {
    const stores = await storesOf(db, batch);
    yield batch.map((business): BusinessWithStores => ({ ...business, stores: stores.get(business.businessId) ?? [] }));
  }
}

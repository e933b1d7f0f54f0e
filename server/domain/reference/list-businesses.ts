import type { Services } from '#server/domain/context.ts';
import { groupBy } from '#server/domain/group-by.ts';
import { BUSINESS_COLUMNS, type Business } from './business.ts';
import { STORE_COLUMNS, type Store } from './store.ts';

/** A business with its points of sale, for the store locator. */
interface BusinessWithStores extends Business {
  readonly stores: readonly Store[];
}

/** The stores of every business, by id. */
async function storesByBusiness(services: Services): Promise<ReadonlyMap<number, readonly Store[]>> {
  const stores = await services.db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .orderBy('store_id')
    .select([...STORE_COLUMNS, 'business.business_id as businessId'])
    .execute();
  return groupBy(stores, ({ businessId }) => businessId);
}

/** All businesses by company name, each with its stores by id (§7, decisions §1). */
export async function listBusinesses(services: Services): Promise<BusinessWithStores[]> {
  const businesses = await services.db
    .selectFrom('business')
    .orderBy('company_name')
    .orderBy('business_id')
    .select(BUSINESS_COLUMNS)
    .execute();
  const stores = await storesByBusiness(services);
  return businesses.map((business) => ({ ...business, stores: stores.get(business.businessId) ?? [] }));
}

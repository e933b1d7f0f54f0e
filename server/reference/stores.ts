import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { PREPARED } from '#server/database/pool.ts';
import { readOrder } from '#server/database/queries.ts';
import { lockJoined } from '#server/database/row-locks.ts';
import { DomainError } from '#server/domain-error.ts';
import type { BusinessPrincipal, Database, Services } from '#server/services.ts';

/** The condition that neither a store nor its joined business is disabled. */
export function isOpen(): RawBuilder<SqlBool> {
  return sql<SqlBool>`(store.disabled_at is null and business.disabled_at is null)`;
}

/** The columns of a query for stores joined with their businesses. */
export const STORE_COLUMNS = [
  'store.store_id as storeId',
  'store.name',
  'store.address',
  'store.street_number as streetNumber',
  'store.city',
  'business.company_name as companyName',
  // In degrees; positive values are north and east.
  sql<[number, number]>`array[store.latitude, store.longitude]`.as('coordinates'),
] as const;

/** The fields by which the list can be sorted. */
const SORT_COLUMNS = {
  storeId: 'store.store_id',
  name: ['store.folded_name', 'store.name'],
  address: ['store.folded_address', 'store.address'],
  city: ['store.folded_city', 'store.city'],
} as const;

const DEFAULT_SORT = 'storeId';

/** The parameters of the list. */
interface StoreList {
  /** `field,…,dir` with storeId, name, address or city; by storeId by default. */
  readonly sort?: string | undefined;
  /** Whether the list includes disabled stores. */
  readonly closed?: boolean | undefined;
}

/**
 * The stores of the active business, without disabled ones by default (§7).
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export function listMyStores(
  services: Services,
  principal: BusinessPrincipal,
  { sort = DEFAULT_SORT, closed = false }: StoreList,
) {
  const { columns, direction } = readOrder(sort, SORT_COLUMNS);
  let stores = services.db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .where('store.business_id', '=', principal.businessId)
    .where(closed ? sql<SqlBool>`true` : isOpen())
    .select(STORE_COLUMNS);
  for (const column of columns) stores = stores.orderBy(column, direction);
  return stores.orderBy('store.store_id').execute();
}

export type Store = Awaited<ReturnType<typeof listMyStores>>[number];

/**
 * A store of the business.
 * @throws DomainError STORE_NOT_FOUND when it does not exist or belongs to another business
 */
export async function requireStore(
  db: Database,
  storeId: number,
  businessId: number,
): Promise<{ readonly storeId: number; readonly name: string }> {
  const store = await db
    .selectFrom('store')
    .select(['store_id as storeId', 'name'])
    .where('store_id', '=', storeId)
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!store) throw new DomainError('STORE_NOT_FOUND');
  return store;
}

/**
 * Requires a store of the business in which sales are possible.
 * @throws DomainError STORE_NOT_FOUND also when the store or its business is disabled
 */
export async function requireOpenStore(db: Database, storeId: number, businessId: number): Promise<void> {
  const store = await db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .select('store_id')
    .where('store_id', '=', storeId)
    .where('store.business_id', '=', businessId)
    .where(isOpen())
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!store) throw new DomainError('STORE_NOT_FOUND');
}

/**
 * Requires that the user may still act for the business, until the transaction ends: whoever disables the user or takes
 * the business away waits for it.
 * @throws DomainError NOT_AUTHENTICATED
 */
export async function requireUser(trx: Database, { userId, businessId }: BusinessPrincipal): Promise<void> {
  const place = sql`app_user join user_business using (user_id) where user_id = ${userId} and business_id = ${businessId}`;
  const held = await lockJoined(trx, place);
  const user = await held
    .selectFrom('app_user')
    .innerJoin('user_business', 'user_business.user_id', 'app_user.user_id')
    .select('app_user.user_id')
    .where('app_user.user_id', '=', userId)
    .where('business_id', '=', businessId)
    .where('disabled_at', 'is', null)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!user) throw new DomainError('NOT_AUTHENTICATED');
}

/**
 * Requires a business whose users may search for patients; of a till also its store.
 * @throws DomainError NOT_ALLOWED when it is disabled
 */
export async function requireOpenBusiness(db: Database, { businessId, till }: BusinessPrincipal): Promise<void> {
  const business = await db
    .selectFrom('business')
    .select('business_id')
    .where('business_id', '=', businessId)
    .where('disabled_at', 'is', null)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!business) throw new DomainError('NOT_ALLOWED');
  if (till === undefined) return;
  const store = await db
    .selectFrom('store')
    .select('store_id')
    .where('store_id', '=', till.storeId)
    .where('disabled_at', 'is', null)
    .modifyEnd(PREPARED)
    .executeTakeFirst();
  if (!store) throw new DomainError('NOT_ALLOWED');
}

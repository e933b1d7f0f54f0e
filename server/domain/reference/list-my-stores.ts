import { type SqlBool, sql } from 'kysely';
import type { BusinessPrincipal, Services } from '#server/domain/context.ts';
import { readOrder } from '#server/domain/sorting.ts';
import { STORE_COLUMNS, type Store, isOpen } from './store.ts';

/** The fields of a store by which a list may be sorted. */
const SORT_COLUMNS = {
  storeId: 'store.store_id',
  name: 'store.name',
  address: 'store.address',
  city: 'store.city',
} as const;

const DEFAULT_SORT = 'storeId';

/** What the list asks. */
interface StoreList {
  /** `field,…,dir` by storeId, name, address or city; by storeId when not given. */
  readonly sort?: string | undefined;
  /** Whether disabled stores are in it too. */
  readonly closed?: boolean | undefined;
}

/**
 * The stores of the active business in which something may be sold (§7), or all of them.
 * @throws DomainError INVALID_REQUEST on another field to sort by
 */
export function listMyStores(
  services: Services,
  principal: BusinessPrincipal,
  { sort = DEFAULT_SORT, closed = false }: StoreList,
): Promise<Store[]> {
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

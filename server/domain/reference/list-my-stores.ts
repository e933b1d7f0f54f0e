import { type SqlBool, sql } from 'kysely';
import type { BusinessPrincipal, Services } from '#server/domain/context.ts';
import { readOrder } from '#server/domain/sorting.ts';
import { STORE_COLUMNS, type Store, isOpen } from './store.ts';

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

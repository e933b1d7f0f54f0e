import type { CategoryType } from '#contract/entities/shared.ts';
import { readOrder } from '#server/database/queries.ts';
import type { Services } from '#server/services.ts';

interface Category {
  readonly categoryId: number;
  readonly name: string;
}

/** The parameters of the list of categories (§7). */
interface CategoryListing {
  readonly type?: CategoryType | undefined;
  readonly size?: number | undefined;
  readonly sort?: string | undefined;
}

const CATEGORY_COLUMNS = { name: ['folded_name', 'name'], categoryId: 'category_id' } as const;

/**
 * The categories of a dossier type, or all; by name by default.
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export async function listCategories(
  services: Services,
  { type, size, sort = 'name,asc' }: CategoryListing,
): Promise<readonly Category[]> {
  const order = readOrder(sort, CATEGORY_COLUMNS);
  let query = services.db
    .selectFrom('category')
    .select(['category_id as categoryId', 'name'])
    .where('disabled_at', 'is', null);
  if (type) query = query.where('type', '=', type);
  for (const column of order.columns) query = query.orderBy(column, order.direction);
  query = query.orderBy('category_id');
  return (size === undefined ? query : query.limit(size)).execute();
}

interface Manufacturer {
  readonly manufacturerId: number;
  readonly name: string;
}

/** The parameters of the list of manufacturers (§7). */
interface ManufacturerListing {
  readonly categoryType?: CategoryType | undefined;
  readonly size?: number | undefined;
  readonly sort?: string | undefined;
}

const MANUFACTURER_COLUMNS = { name: ['folded_name', 'name'], manufacturerId: 'manufacturer_id' } as const;

/**
 * The manufacturers with at least one product for a dossier type, or all; by name by default.
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export async function listManufacturers(
  services: Services,
  { categoryType, size, sort = 'name,asc' }: ManufacturerListing,
): Promise<readonly Manufacturer[]> {
  const order = readOrder(sort, MANUFACTURER_COLUMNS);
  let query = services.db
    .selectFrom('manufacturer')
    .select(['manufacturer_id as manufacturerId', 'name'])
    .where('manufacturer.disabled_at', 'is', null);
  if (categoryType) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('product')
          .select('product.product_id')
          .whereRef('product.manufacturer_id', '=', 'manufacturer.manufacturer_id')
          .where('product.category_type', '=', categoryType)
          .where('product.disabled_at', 'is', null),
      ),
    );
  }
  for (const column of order.columns) query = query.orderBy(column, order.direction);
  query = query.orderBy('manufacturer_id');
  return (size === undefined ? query : query.limit(size)).execute();
}

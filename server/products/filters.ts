import type { CategoryType } from '#contract/entities/shared.ts';
import { follows, readOrder } from '#server/database/queries.ts';
import { inBatches } from '#server/lists.ts';
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
 * The categories of a dossier type, or all, in batches; by name by default.
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export function listCategories(
  services: Services,
  { type, size, sort = 'name,asc' }: CategoryListing,
  signal: AbortSignal,
): AsyncIterable<readonly Category[]> {
  const { columns, direction } = readOrder(sort, CATEGORY_COLUMNS);
  const order = { columns: [...columns, 'category_id'] as const, direction };
  let query = services.db
    .selectFrom('category')
    .select(['category_id as categoryId', 'name'])
    .where('disabled_at', 'is', null);
  if (type) query = query.where('type', '=', type);
  for (const column of order.columns) query = query.orderBy(column, order.direction);
  const read = (after: Category | undefined, limit: number) =>
    (after === undefined ? query : query.where(follows(order, 'category', 'category_id', after.categoryId)))
      .limit(limit)
      .execute();
  return inBatches(read, signal, size);
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
 * The manufacturers with at least one product for a dossier type, or all, in batches; by name by default.
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export function listManufacturers(
  services: Services,
  { categoryType, size, sort = 'name,asc' }: ManufacturerListing,
  signal: AbortSignal,
): AsyncIterable<readonly Manufacturer[]> {
  const { columns, direction } = readOrder(sort, MANUFACTURER_COLUMNS);
  const order = { columns: [...columns, 'manufacturer_id'] as const, direction };
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
  const read = (after: Manufacturer | undefined, limit: number) =>
    (after === undefined ? query : query.where(follows(order, 'manufacturer', 'manufacturer_id', after.manufacturerId)))
      .limit(limit)
      .execute();
  return inBatches(read, signal, size);
}

import type { CategoryType } from '#contract/entities/category.ts';
import type { Services } from '../context.ts';
import { readOrder } from '../sorting.ts';

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

const COLUMNS = { name: ['folded_name', 'name'], categoryId: 'category_id' } as const;

/**
 * The categories of a dossier type, or all; by name by default.
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export async function listCategories(
  services: Services,
  { type, size, sort = 'name,asc' }: CategoryListing,
): Promise<readonly Category[]> {
  const order = readOrder(sort, COLUMNS);
  let query = services.db
    .selectFrom('category')
    .select(['category_id as categoryId', 'name'])
    .where('disabled_at', 'is', null);
  if (type) query = query.where('type', '=', type);
  for (const column of order.columns) query = query.orderBy(column, order.direction);
  query = query.orderBy('category_id');
  return (size === undefined ? query : query.limit(size)).execute();
}

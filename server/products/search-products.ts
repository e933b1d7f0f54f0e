import { sql } from 'kysely';
import type { searchProducts as searchProductsCall } from '#contract/calls/products.ts';
import type { CategoryType } from '#contract/entities/shared.ts';
import { escapeLike, follows, readOrder, type SortColumns } from '#server/database/queries.ts';
import {
  BATCH_ROWS,
  type BatchedPage,
  countRows,
  inBatches,
  type PageRequest,
  pageWindow,
  validRows,
} from '#server/lists.ts';
import type { Database, Services } from '#server/services.ts';
import { type Product, type ProductRow, readAskedCode, selectProducts, toProduct } from './product.ts';

/** The parameters of the product search (§7). A product must match all filters. */
interface ProductSearch extends PageRequest {
  /** One of these categories. */
  readonly categoryIds?: readonly number[] | undefined;
  readonly manufacturerId?: number | undefined;
  /** The complete EAN, pharmacy's code or product id (rules §1). */
  readonly ean?: string | undefined;
  /** Words in the name, in any order, whatever case and accents. */
  readonly name?: string | undefined;
  readonly categoryType?: CategoryType | undefined;
  readonly sort?: string | undefined;
}

const DEFAULT_SORT = 'name,asc';
const PRODUCT_ID = 'product.product_id';
const COLUMNS = {
  name: ['product.folded_name', 'product.name'],
  productId: PRODUCT_ID,
  ean1: 'product.ean1',
  refPrice: 'product.ref_price',
} as const satisfies SortColumns<typeof searchProductsCall>;

/** The product id in a text such as `7`; 0, which is no product's id, for any other text, such as `007`. */
function asProductId(text: string): number {
  return /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
}

/** The products on sale that match all filters. */
function selectMatching(db: Database, search: ProductSearch) {
  const { categoryIds, manufacturerId, ean, name, categoryType } = search;
  let query = selectProducts(db).where('product.disabled_at', 'is', null).where('manufacturer.disabled_at', 'is', null);
  if (categoryType) query = query.where('category_type', '=', categoryType);
  if (manufacturerId !== undefined) query = query.where('product.manufacturer_id', '=', manufacturerId);
  if (ean !== undefined) {
    const { typed, gtins, pharmacyCode } = readAskedCode(ean);
    query = query.where((eb) =>
      eb.or([
        eb('product.gtin', 'in', gtins),
        eb('product.pharmacy_code', '=', pharmacyCode),
        eb(PRODUCT_ID, '=', asProductId(typed)),
      ]),
    );
  }
  for (const word of name?.split(/\s+/) ?? []) {
    query = query.where('product.folded_name', 'like', sql<string>`'%' || fold_text(${escapeLike(word)}) || '%'`);
  }
  if (categoryIds) {
    query = query.where((eb) =>
      eb.exists(
        eb
          .selectFrom('product_category')
          .select('product_category.product_id')
          .whereRef('product_category.product_id', '=', PRODUCT_ID)
          .where('product_category.category_id', 'in', categoryIds),
      ),
    );
  }
  return query;
}

/**
 * A page of the products on sale that match all filters, by name by default (§7, §9).
 * @param signal ends the reading
 * @throws DomainError INVALID_REQUEST for an unknown sort field
 */
export async function searchProducts(
  services: Services,
  search: ProductSearch,
  signal: AbortSignal,
): Promise<BatchedPage<Product>> {
  const window = pageWindow(search);
  const { pageSize, offset } = window;
  const { columns, direction } = readOrder(search.sort ?? DEFAULT_SORT, COLUMNS);
  const order = { columns: [...columns, PRODUCT_ID] as const, direction };
  const matching = selectMatching(services.db, search);
  const found = order.columns.reduce((query, column) => query.orderBy(column, direction), matching);
  const read = (after: ProductRow | undefined, limit: number): Promise<ProductRow[]> =>
    (after === undefined ? found.offset(offset) : found.where(follows(order, 'product', PRODUCT_ID, after.product_id)))
      .limit(limit)
      .execute();

  const rest = inBatches(read, signal, pageSize);
  const begin = await rest.next();
  const first = begin.done === true ? [] : begin.value;
  // Most searches find a few products, which are their number.
  const isAll = offset === 0 && first.length < Math.min(pageSize, BATCH_ROWS);
  const counted = isAll
    ? { totalCount: first.length }
    : await countRows(services.db, window, (limit) => matching.clearSelect().select(PRODUCT_ID).limit(limit));
  const toRows = (rows: readonly ProductRow[]) => validRows(rows, (row) => row.product_id, toProduct);

  async function* batches() {
    yield toRows(first);
    for await (const rows of rest) yield toRows(rows);
  }

  return { batches: batches(), ...window, ...counted };
}

import { sql } from 'kysely';
import type { Database } from '../context.ts';
import { validRows } from '../valid-rows.ts';
import type { Product } from './product.ts';
import { selectProducts, toProduct } from './select-products.ts';

/** The products with these ids, by id. Products that do not exist or cannot be read are left out. */
export async function readProducts(db: Database, productIds: Iterable<number>): Promise<ReadonlyMap<number, Product>> {
  const ids = [...new Set(productIds)];
  if (ids.length === 0) return new Map();
  const rows = await selectProducts(db)
    .where('product.product_id', '=', sql<number>`any(${ids}::int[])`)
    .execute();
  const products = validRows(rows, (row) => row.product_id, toProduct).rows;
  return new Map(products.map((product) => [product.productId, product]));
}

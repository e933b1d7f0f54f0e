import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { money } from '#contract/rules/money.ts';
import type { Database } from '../context.ts';
import type { Product } from './product.ts';

/** The query for products with manufacturer and categories. Callers add filters, sort order and paging. */
export function selectProducts(db: Database) {
  return db
    .selectFrom('product')
    .innerJoin('manufacturer', 'manufacturer.manufacturer_id', 'product.manufacturer_id')
    .select((eb) => [
      'product.product_id',
      'product.name',
      'product.ean1',
      'product.pharmacy_code',
      'product.ref_price',
      'product.category_type',
      'manufacturer.manufacturer_id',
      'manufacturer.name as manufacturer_name',
      sql<boolean>`product.disabled_at is null and manufacturer.disabled_at is null`.as('is_offered'),
      jsonArrayFrom(
        eb
          .selectFrom('product_category')
          .innerJoin('category', 'category.category_id', 'product_category.category_id')
          .select(['category.category_id as categoryId', 'category.name'])
          .whereRef('product_category.product_id', '=', 'product.product_id')
          .orderBy('product_category.position')
          .orderBy('category.category_id'),
      ).as('categories'),
    ]);
}

export type ProductRow = Awaited<ReturnType<ReturnType<typeof selectProducts>['execute']>>[number];

export function toProduct(row: ProductRow): Product {
  return {
    productId: row.product_id,
    name: row.name,
    ean1: row.ean1,
    pharmacyCode: row.pharmacy_code,
    refPrice: money(row.ref_price),
    categoryType: row.category_type,
    categories: row.categories,
    isOffered: row.is_offered,
    manufacturer: { manufacturerId: row.manufacturer_id, name: row.manufacturer_name },
  };
}

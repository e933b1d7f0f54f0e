import { type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { CategoryType } from '#contract/entities/shared.ts';
import { money, type Money } from '#contract/rules/money.ts';
import { pharmacyCodeOf, readProductCode, toGtin14 } from '#contract/rules/product-code.ts';
import { readCode } from '#contract/rules/typed-text.ts';
import { lockJoined, type Locked } from '#server/database/row-locks.ts';
import type { Database } from '#server/services.ts';

/** A product on sale (§3). */
export interface Product {
  readonly productId: number;
  readonly name: string;
  readonly ean1: string;
  readonly pharmacyCode: string | null;
  /** The reference unit price in euro. */
  readonly refPrice: Money;
  /** The dossier type that may buy it. */
  readonly categoryType: CategoryType;
  /** In the product's own order; lists show the first one. */
  readonly categories: readonly { readonly categoryId: number; readonly name: string }[];
  /** Whether neither the product nor its manufacturer is disabled. */
  readonly isOffered: boolean;
  readonly manufacturer: { readonly manufacturerId: number; readonly name: string };
}

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

/**
 * Locks products and their manufacturers until the transaction ends, before a product is judged: whoever changes what is
 * offered, for how much, or for which dossiers, waits.
 * @param which the products
 */
export function lockProducts(trx: Database, which: RawBuilder<unknown>): Promise<Locked<Database>> {
  return lockJoined(trx, sql`product join manufacturer using (manufacturer_id) where ${which} order by product_id`);
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

/** A unit price above this multiple of the reference price is unusual. */
export const UNUSUAL_FACTOR = 2;

/** Whether a unit price in euro is above twice the reference price; the audit records such prices (rules §5). */
export function isUnusualPrice(unitPrice: Money, product: Product): boolean {
  return unitPrice.gt(product.refPrice.times(UNUSUAL_FACTOR));
}

/** What a search for a product's code asks for (rules §1). */
interface AskedCode {
  /** The text itself, without what people put between its groups. */
  readonly typed: string;
  /** As they are compared: of a weighed pack also that of its item. */
  readonly gtins: readonly string[];
  readonly pharmacyCode: string | null;
}

/** Reads a product's code as people type it, or as a scanner sends it. */
export function readAskedCode(text: string): AskedCode {
  const read = readProductCode(text);
  const typed = read?.code ?? readCode(text);
  const item = read?.kind === 'weighed' ? [toGtin14(read.item)] : [];
  return { typed, gtins: [toGtin14(typed), ...item], pharmacyCode: pharmacyCodeOf(typed) ?? null };
}

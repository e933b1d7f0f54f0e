import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { adminProducts } from '#contract/admin/products.ts';
import { escapeLike } from '#server/database/queries.ts';
import type { Locked } from '#server/database/row-locks.ts';
import { readAskedCode } from '#server/products/product.ts';
import { DomainError } from '#server/domain-error.ts';
import type { Database } from '#server/services.ts';
import { mapResource, type Values } from '../admin-resource.ts';

/** The products one of whose codes begins with the text, or is the same code in another form. */
function isCode(text: string): RawBuilder<SqlBool> {
  const { typed, gtins, pharmacyCode } = readAskedCode(text);
  const beginning = `${escapeLike(typed)}%`;
  return sql`(ean1 like ${beginning} or pharmacy_code like ${beginning}
    or gtin = any(${gtins}::text[]) or pharmacy_code = ${pharmacyCode})`;
}

const CATEGORY = { table: 'category', key: 'category_id', strength: 'key share' } as const;
const MANUFACTURER = { table: 'manufacturer', key: 'manufacturer_id', strength: 'key share' } as const;

/** Checks that the categories of a product have its own type. */
async function requireCategories(db: Locked<Database>, { categoryIds, categoryType }: Values): Promise<void> {
  const ids = [...new Set(categoryIds as number[])];
  const { rows } = await sql`select from category
    where category_id = any(${ids}::bigint[]) and type = ${categoryType}`.execute(db);
  if (rows.length < ids.length) throw new DomainError('INVALID_REQUEST', { field: 'categoryIds' });
}

export const products = mapResource(
  adminProducts,
  { ean1: isCode },
  {
    links: { categoryIds: { table: 'product_category', own: 'product_id', other: 'category_id', order: 'position' } },
    shown: {
      manufacturerName: sql`(select name from manufacturer where manufacturer.manufacturer_id = product.manufacturer_id)`,
      categoryNames: sql`array(select category.name from product_category join category using (category_id)
      where product_category.product_id = product.product_id order by position)`,
    },
    references: {
      manufacturer: { field: 'manufacturerId', table: 'manufacturer', key: 'name', isMade: true },
      categories: {
        field: 'categoryIds',
        table: 'category',
        key: 'name',
        within: sql`category.type = l.becomes->>'categoryType'`,
        isMade: true,
      },
    },
    // Whoever renames a category or disables a manufacturer holds it and then writes to its products.
    restsOn: ({ categoryIds, manufacturerId }) => [
      { ...CATEGORY, which: sql`category_id = any(${categoryIds}::bigint[])` },
      { ...MANUFACTURER, which: sql`manufacturer_id = ${manufacturerId}` },
    ],
    verify: ({ db }, _principal, values) => requireCategories(db, values),
  },
);

import { sql } from 'kysely';
import type { Line } from '../carts/cart.ts';
import { toLine } from '../carts/to-line.ts';
import type { Database } from '../context.ts';
import { groupBy } from '#contract/group-by.ts';
import { readProducts } from '../products/read-products.ts';

/**
 * The lines of these purchases, with the product names at the time of the sale.
 * @returns a function that gives the lines of one purchase, or throws when they cannot be read
 */
export async function readPurchaseLines(
  db: Database,
  purchaseIds: readonly number[],
): Promise<(purchaseId: number) => readonly Line[]> {
  const items = await db
    .selectFrom('purchase_item')
    .selectAll()
    .where('purchase_id', '=', sql<number>`any(${purchaseIds}::int[])`)
    .orderBy('purchase_id')
    .orderBy('position')
    .execute();
  const products = await readProducts(
    db,
    items.map((item) => item.product_id),
  );
  const byPurchase = groupBy(items, (item) => item.purchase_id);
  return (purchaseId) =>
    (byPurchase.get(purchaseId) ?? []).map((item) => {
      const line = toLine(item, products);
      const manufacturer = { ...line.product.manufacturer, name: item.manufacturer };
      return { ...line, product: { ...line.product, name: item.product_name, ean1: item.ean1, manufacturer } };
    });
}

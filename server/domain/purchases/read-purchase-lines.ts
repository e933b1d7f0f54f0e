import { sql } from 'kysely';
import type { Line } from '../carts/cart.ts';
import { toLine } from '../carts/to-line.ts';
import type { Database } from '../context.ts';
import { groupBy } from '../group-by.ts';
import { readProducts } from '../products/read-products.ts';

/** The lines of these purchases, by purchase; products are called as they were on the day of the sale. */
export async function readPurchaseLines(
  db: Database,
  purchaseIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Line[]>> {
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
  const lines = items.map((item) => {
    const line = toLine(item, products);
    return { purchaseId: item.purchase_id, line: { ...line, product: { ...line.product, name: item.product_name } } };
  });
  const byPurchase = groupBy(lines, ({ purchaseId }) => purchaseId);
  return new Map([...byPurchase].map(([purchaseId, own]) => [purchaseId, own.map(({ line }) => line)]));
}

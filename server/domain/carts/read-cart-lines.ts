import type { Database } from '../context.ts';
import { readProducts } from '../products/read-products.ts';
import type { Line } from './cart.ts';
import { toLine } from './to-line.ts';

/** The lines of a cart in the order in which their products were first added. */
export async function readCartLines(db: Database, cartId: number): Promise<readonly Line[]> {
  const items = await db
    .selectFrom('cart_item')
    .selectAll()
    .where('cart_id', '=', cartId)
    .orderBy('position')
    .execute();
  const products = await readProducts(
    db,
    items.map((item) => item.product_id),
  );
  return items.map((item) => toLine(item, products));
}

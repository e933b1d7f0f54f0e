import { PREPARED } from '#server/database/prepared.ts';
import type { Database } from '../context.ts';
import { selectProducts, toProduct } from '../products/select-products.ts';
import type { Line } from './cart.ts';
import { toLine } from './to-line.ts';

/** The lines of a cart in the order in which their products were first added. */
export async function readCartLines(db: Database, cartId: number): Promise<readonly Line[]> {
  const rows = await selectProducts(db)
    .innerJoin('cart_item', 'cart_item.product_id', 'product.product_id')
    .select(['quantity', 'unit_price', 'total'])
    .where('cart_id', '=', cartId)
    .orderBy('position')
    .modifyEnd(PREPARED)
    .execute();
  return rows.map((row) => toLine(row, toProduct(row)));
}

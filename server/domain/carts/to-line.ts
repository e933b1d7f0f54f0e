import { money } from '#contract/rules/money.ts';
import type { Product } from '../products/product.ts';
import type { Line } from './cart.ts';

/** A stored line of a cart or of a purchase. */
interface StoredLine {
  readonly product_id: number;
  readonly quantity: number;
  readonly unit_price: string;
  readonly total: string;
}

/** Joins a stored line with its product, which `products` must contain. */
export function toLine(stored: StoredLine, products: ReadonlyMap<number, Product>): Line {
  const product = products.get(stored.product_id);
  if (!product) throw new Error(`Product ${stored.product_id} not read`);
  return { quantity: stored.quantity, unitPrice: money(stored.unit_price), total: money(stored.total), product };
}

import { money } from '#contract/rules/money.ts';
import type { Product } from '../products/product.ts';
import type { Line } from './cart.ts';

/** A stored line of a cart or of a purchase. */
interface StoredLine {
  readonly quantity: number;
  readonly unit_price: string;
  readonly total: string;
}

/** Joins a stored line with its product. Throws when the line's amounts cannot be read. */
export function toLine(stored: StoredLine, product: Product): Line {
  return { quantity: stored.quantity, unitPrice: money(stored.unit_price), total: money(stored.total), product };
}

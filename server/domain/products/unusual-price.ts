import type { Money } from '#contract/rules/money.ts';
import type { Product } from './product.ts';

/** A unit price above this multiple of the reference price is unusual. */
export const UNUSUAL_FACTOR = 2;

/** Whether a unit price in euro is above twice the reference price; the audit records such prices (rules §5). */
export function isUnusualPrice(unitPrice: Money, product: Product): boolean {
  return unitPrice.gt(product.refPrice.times(UNUSUAL_FACTOR));
}

import type { Cart } from '#contract/entities/cart.ts';
import type { Purchase } from '#contract/entities/purchase.ts';

/** The names of the purchase's products that its new cart lacks: they are no longer covered (decisions §6). */
export function leftOut({ items }: Purchase, cart: Cart): readonly string[] {
  const kept = new Set(cart.items.map(({ product }) => String(product.productId)));
  return items.filter(({ product }) => !kept.has(String(product.productId))).map(({ product }) => product.name);
}

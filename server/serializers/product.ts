import type { product } from '#contract/entities/product.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { Product } from '#server/domain/products/product.ts';

export function serializeProduct(from: Product): Sent<typeof product> {
  const { productId, name, ean1, pharmacyCode, refPrice, categories, manufacturer } = from;
  return { productId, name, ean1, pharmacyCode, refPrice: toWire(refPrice), categories: [...categories], manufacturer };
}

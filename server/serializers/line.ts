import type { cartItem } from '#contract/entities/cart.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { Line } from '#server/domain/carts/cart.ts';
import { serializeProduct } from './product.ts';

export function serializeLine({ quantity, unitPrice, total, product }: Line): Sent<typeof cartItem> {
  return {
    quantity,
    pricePerUnit: toWire(unitPrice),
    totalPrice: toWire(total),
    product: serializeProduct(product),
  };
}

import type { cartItem } from '#contract/entities/cart.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Sent } from '#contract/wire.ts';
import type { Line } from '#server/domain/carts/cart.ts';
import { toWireProduct } from './to-wire-product.ts';

/** A line of a cart or of a purchase as it goes on the wire. */
export function toWireLine({ quantity, unitPrice, total, product }: Line): Sent<typeof cartItem> {
  return {
    quantity,
    pricePerUnit: toWire(unitPrice),
    totalPrice: toWire(total),
    product: toWireProduct(product),
  };
}

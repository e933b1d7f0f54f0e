import type { Cart, CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { type Money, ZERO, sum } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';

/** The cart on the screen. Amounts in euro; the residual may be negative (rules §5). */
export interface SaleCart {
  readonly cartId: Id;
  readonly items: readonly CartItem[];
  readonly residualAmount: Money;
  readonly voucherInitialAmount: Money;
  /** Store and voucher, if the server sends them. */
  readonly store?: Cart['store'];
  readonly voucher?: Cart['voucher'];
}

export function saleCart({ cartId, items, residualAmount, voucherInitialAmount, store, voucher }: Cart): SaleCart {
  return { cartId, items, residualAmount, voucherInitialAmount, store, voucher };
}

/** Whether a cart can be bought: it has lines, and the voucher is enough (§4, rules §5). */
export function mayBuy(cart: SaleCart): boolean {
  return cart.items.length > 0 && !cart.residualAmount.lt(0);
}

/** The total of the lines, in euro. */
export function spentOn(items: readonly CartItem[]): Money {
  return sum(items.map(({ totalPrice }) => totalPrice));
}

export function piecesIn(items: readonly CartItem[]): number {
  return items.reduce((count, { quantity }) => count + quantity, 0);
}

/** The product's present line in the cart (§5). */
export function lineOf(cart: SaleCart, { productId }: Product): CartItem | undefined {
  return cart.items.find((item) => item.product.productId === productId);
}

/** The most that a line may cost, in euro: the residual plus the line's present cost (§5). */
export function budgetFor(cart: SaleCart, line: CartItem | undefined): Money {
  return cart.residualAmount.plus(line?.totalPrice ?? ZERO);
}

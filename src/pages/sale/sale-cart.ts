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
  /** Where it is filled and what it charges, where the server says so. */
  readonly store?: Cart['store'];
  readonly voucher?: Cart['voucher'];
}

/** The cart of an answer, as the sale keeps it. */
export function saleCart({ cartId, items, residualAmount, voucherInitialAmount, store, voucher }: Cart): SaleCart {
  return { cartId, items, residualAmount, voucherInitialAmount, store, voucher };
}

/** Whether a cart may be bought: it has lines and the voucher pays for them (§4, rules §5). */
export function mayBuy(cart: SaleCart): boolean {
  return cart.items.length > 0 && !cart.residualAmount.lt(0);
}

/** What a cart's lines cost together, in euro. */
export function spentOn(items: readonly CartItem[]): Money {
  return sum(items.map(({ totalPrice }) => totalPrice));
}

/** How many pieces they are together. */
export function piecesIn(items: readonly CartItem[]): number {
  return items.reduce((count, { quantity }) => count + quantity, 0);
}

/** The line of a product that is in the cart already (§5). */
export function lineOf(cart: SaleCart, { productId }: Product): CartItem | undefined {
  return cart.items.find((item) => item.product.productId === productId);
}

/** What one line may cost in euro: the residual and what the line holds already (§5). */
export function budgetFor(cart: SaleCart, line: CartItem | undefined): Money {
  return cart.residualAmount.plus(line?.totalPrice ?? ZERO);
}

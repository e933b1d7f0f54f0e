import type { Cart, CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { type Money, ZERO, sum } from '#contract/rules/money.ts';
import type { Basket } from './stepper-state.ts';

/** The cart of an answer, as the stepper keeps it. */
export function basketOf({ cartId, items, residualAmount, voucherInitialAmount }: Cart): Basket {
  return { cartId, items, residualAmount, voucherInitialAmount };
}

/** What a cart's lines cost together, in euro. */
export function spentOn(items: readonly CartItem[]): Money {
  return sum(items.map(({ totalPrice }) => totalPrice));
}

/** The line of a product that is in the cart already (§5). */
export function lineOf(basket: Basket, { productId }: Product): CartItem | undefined {
  return basket.items.find((item) => item.product.productId === productId);
}

/** What one line may cost in euro: the residual and what the line holds already (§5). */
export function budgetFor(basket: Basket, line: CartItem | undefined): Money {
  return basket.residualAmount.plus(line?.totalPrice ?? ZERO);
}

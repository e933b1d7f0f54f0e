import type { Dispatch } from 'react';
import { type Cart, type CartItem, type CartSummary, readCartSummary } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import type { Voucher } from '#contract/entities/patient.ts';
import { type Day, romeDay } from '#contract/rules/dates.ts';
import { type Money, sum, ZERO } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import type { CallOptions } from '#src/providers/api/call-api.ts';
import { useLazyCall } from '#src/providers/api/call-hooks.ts';
import { timeLimits } from '#src/providers/api/time-limits.ts';
import { removeUnconfirmed } from '#src/providers/session/unfinished-cart.ts';
import { useUnfinishedCart } from '#src/providers/session/use-carts.ts';
import type { SaleEvent } from './sale-reducer.ts';

/** The cart on the screen. Amounts in euro; the residual may be negative (rules §5). */
export interface SaleCart {
  readonly cartId: Id;
  readonly items: readonly CartItem[];
  readonly residualAmount: Money;
  readonly voucherInitialAmount: Money;
  /** What the cart costs, in the server's own words; only a summary has it (§7). */
  readonly itemsAmount?: Money;
  /** Store and voucher, if the server sends them. */
  readonly store?: Cart['store'];
  readonly voucher?: Cart['voucher'];
}

export function saleCart(cart: Cart | CartSummary): SaleCart {
  const { cartId, items, residualAmount, voucherInitialAmount, store, voucher } = cart;
  const total = 'itemsAmount' in cart && { itemsAmount: cart.itemsAmount };
  return { cartId, items, residualAmount, voucherInitialAmount, ...total, store, voucher };
}

/** Whether a cart can be bought: it has lines, and the voucher is enough (§4, rules §5). */
export function mayBuy(cart: SaleCart): boolean {
  return cart.items.length > 0 && !cart.residualAmount.lt(0);
}

/** The total of the lines, in euro. */
export function spentOn(items: readonly CartItem[]): Money {
  return sum(items.map(({ totalPrice }) => totalPrice));
}

/** What is charged for a cart, in euro: the server's word, or the total of its lines. */
export function totalOf({ itemsAmount, items }: SaleCart): Money {
  return itemsAmount ?? spentOn(items);
}

/** Whether two readings of a cart show the same lines and amounts, in whatever order of the lines. */
export function isSameCart(one: SaleCart, other: SaleCart): boolean {
  const shown = (cart: SaleCart) => {
    const lines = cart.items.map(({ product, quantity, pricePerUnit, totalPrice }) =>
      [product.productId, quantity, pricePerUnit.toFixed(), totalPrice.toFixed()].join(' '),
    );
    const amounts = [totalOf(cart), cart.residualAmount, cart.voucherInitialAmount].map((amount) => amount.toFixed());
    return [...lines.toSorted(), ...amounts].join();
  };
  return shown(one) === shown(other);
}

export function piecesIn(items: readonly CartItem[]): number {
  return items.reduce((count, { quantity }) => count + quantity, 0);
}

/** Manufacturer, EAN and category of a product, on one line. */
export function productFacts({ manufacturer, ean1, categories }: Product): string {
  return [manufacturer?.name, ean1, categories[0]?.name].filter(Boolean).join(' · ');
}

/** The product's present line in the cart (§5). */
export function lineOf(cart: SaleCart, { productId }: Product): CartItem | undefined {
  return cart.items.find((item) => item.product.productId === productId);
}

/** The most that a line may cost, in euro: the residual plus the line's present cost (§5). */
export function budgetFor(cart: SaleCart, line: CartItem | undefined): Money {
  return cart.residualAmount.plus(line?.totalPrice ?? ZERO);
}

/** The day on which a voucher expires. */
export function expiryOf({ dateDisabled }: Voucher): Day | undefined {
  return dateDisabled === undefined ? undefined : romeDay(new Date(dateDisabled));
}

/** Returns a function that asks the server what became of a cart whose request lost its response (rules §2). */
export function useCartQuestion() {
  const fetchSummary = useLazyCall(readCartSummary);
  return async (cartId: Id, options: Pick<CallOptions, 'signal' | 'background'>): Promise<CartSummary> => {
    const quickly = { alerts: 'expiry-only', timeout: timeLimits.question, ...options } as const;
    return (await fetchSummary({ params: { cartId } }, quickly)).cart;
  };
}

/** What a cart of the server means for the sale. */
export function useCartEvents(dispatch: Dispatch<SaleEvent>) {
  const { finish } = useUnfinishedCart();
  /** Completes the sale: the cart is neither unfinished nor unconfirmed any more. */
  const complete = (purchaseId: Id, cart: SaleCart) => {
    finish(cart.cartId);
    removeUnconfirmed(cart);
    dispatch({ type: 'purchased', purchaseId, cart });
  };
  /** Shows the cart as the server has it. One that was bought meanwhile completes the sale (rules §2). */
  const show = (summary: CartSummary) => {
    const cart = saleCart(summary);
    if (summary.purchaseId === undefined) dispatch({ type: 'cartUpdated', cart });
    else complete(summary.purchaseId, cart);
    return cart;
  };
  return { complete, show };
}

import type { Id } from '#contract/wire.ts';
import { type UnfinishedCart, isUnfinishedCart } from './unfinished-cart.ts';
import { storedValue } from './stored-value.ts';

/** A cart whose purchase was asked for. */
export interface DoubtedCart extends UnfinishedCart {
  /** When it was asked for last, in ms since 1970. */
  readonly since: number;
}

function isDoubtedCart(value: unknown): value is DoubtedCart {
  return isUnfinishedCart(value) && 'since' in value && typeof value.since === 'number';
}

function areDoubtedCarts(value: unknown): value is readonly DoubtedCart[] {
  return Array.isArray(value) && value.every(isDoubtedCart);
}

/** The carts of this tab whose purchase was asked for and not yet told; each with its owner, none with its patient. */
export const storedDoubts = storedValue('purchasesInDoubt', areDoubtedCarts);

function others(cartId: Id): readonly DoubtedCart[] {
  return (storedDoubts.read() ?? []).filter((cart) => String(cart.cartId) !== String(cartId));
}

/** Notes that the purchase of a cart is asked for now: whatever happens to this page, someone must find out. */
export function noteDoubt(cart: UnfinishedCart): void {
  storedDoubts.write([...others(cart.cartId), { ...cart, since: Date.now() }]);
}

/** Whether the outcome of a cart's purchase is still to be told. */
export function isDoubted(cartId: Id): boolean {
  return storedDoubts.read()?.some((cart) => String(cart.cartId) === String(cartId)) === true;
}

/** Forgets a purchase that has been told, or was refused. */
export function endDoubt(cartId: Id): void {
  const left = others(cartId);
  if (left.length > 0) storedDoubts.write(left);
  else storedDoubts.remove();
}

import type { Id } from '#contract/wire.ts';
import { type UnfinishedCart, isUnfinishedCart } from './unfinished-cart.ts';
import { storedValue } from './stored-value.ts';

function areUnfinishedCarts(value: unknown): value is readonly UnfinishedCart[] {
  return Array.isArray(value) && value.every(isUnfinishedCart);
}

/** The carts of this tab whose purchase was asked for and not yet told; each with its owner, none with its patient. */
export const storedDoubts = storedValue('purchasesInDoubt', areUnfinishedCarts);

function others(cartId: Id): readonly UnfinishedCart[] {
  return (storedDoubts.read() ?? []).filter((cart) => String(cart.cartId) !== String(cartId));
}

/** Notes that the purchase of a cart is asked for: whatever happens to this page now, someone must find out. */
export function noteDoubt(cart: UnfinishedCart): void {
  storedDoubts.write([...others(cart.cartId), cart]);
}

/** Forgets a purchase that has been told, or was refused. */
export function endDoubt(cartId: Id): void {
  const left = others(cartId);
  if (left.length > 0) storedDoubts.write(left);
  else storedDoubts.remove();
}

import type { Id } from '#contract/wire.ts';
import { isId, isText, storedValue } from './stored-value.ts';

/** Whose cart it is: it is offered again to the same user and business only (decisions §3). */
interface CartOwner {
  readonly username: string;
  readonly businessId?: Id | undefined;
}

/** A cart that was opened and not yet bought. It names no patient. */
interface UnfinishedCart extends CartOwner {
  readonly cartId: Id;
}

function isUnfinishedCart(value: unknown): value is UnfinishedCart {
  if (typeof value !== 'object' || value === null) return false;
  const { cartId, username, businessId } = value as Record<string, unknown>;
  return isId(cartId) && isText(username) && (businessId === undefined || isId(businessId));
}

/** The unfinished cart of this tab, whoever its owner is. */
export const storedCart = storedValue('unfinishedCart', isUnfinishedCart);

/** The id of this owner's unfinished cart, or null. */
export function unfinishedCartOf({ username, businessId }: CartOwner): Id | null {
  const cart = storedCart.read();
  return cart?.username === username && cart.businessId === businessId ? cart.cartId : null;
}

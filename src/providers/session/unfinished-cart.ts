import type { Id } from '#contract/wire.ts';
import { isId, isText, storedValue } from './storage.ts';

/** The owner of a cart: only the same user and business get it offered again (rules §3). */
interface CartOwner {
  readonly username: string;
  readonly businessId?: Id | undefined;
}

/** A cart that was opened and not bought yet, without its patient. */
export interface UnfinishedCart extends CartOwner {
  readonly cartId: Id;
}

export function isUnfinishedCart(value: unknown): value is UnfinishedCart {
  if (typeof value !== 'object' || value === null) return false;
  const { cartId, username, businessId } = value as Record<string, unknown>;
  return isId(cartId) && isText(username) && (businessId === undefined || isId(businessId));
}

/** The unfinished cart of this tab, of any owner. */
export const storedCart = storedValue('unfinishedCart', isUnfinishedCart);

/** The cart that was bought last in this tab, so that a reload shows its completion again. */
export const storedBought = storedValue('boughtCart', isUnfinishedCart);

/**
 * Whether a cart belongs to this user and business. An unknown business, then or now, matches any: showing another cart
 * is better than losing a purchase.
 */
export function belongsTo(cart: CartOwner, { username, businessId = cart.businessId }: CartOwner): boolean {
  return cart.username === username && (cart.businessId ?? businessId) === businessId;
}

/** The id of a cart of this user and business; null for any other. */
export function ownCart(cart: UnfinishedCart | null, owner: CartOwner): Id | null {
  return cart && belongsTo(cart, owner) ? cart.cartId : null;
}

export function unfinishedCartOf(owner: CartOwner): Id | null {
  return ownCart(storedCart.read(), owner);
}

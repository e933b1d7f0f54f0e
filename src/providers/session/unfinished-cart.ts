import { useCallback } from 'react';
import type { Id } from '#contract/wire.ts';
import { useIdentity } from './use-identity.ts';
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
const storedBought = storedValue('boughtCart', isUnfinishedCart);

/** The next patient is looked for: the last purchase is not opened again. */
export const forgetBoughtCart = storedBought.remove;

/**
 * Whether a cart belongs to this user and business. An unknown business, then or now, matches any: showing another cart
 * is better than losing a purchase.
 */
export function belongsTo(cart: CartOwner, { username, businessId = cart.businessId }: CartOwner): boolean {
  return cart.username === username && (cart.businessId ?? businessId) === businessId;
}

function ownCart(cart: UnfinishedCart | null, owner: CartOwner): Id | null {
  return cart && belongsTo(cart, owner) ? cart.cartId : null;
}

export function unfinishedCartOf(owner: CartOwner): Id | null {
  return ownCart(storedCart.read(), owner);
}

/** The cart that the signed-in user has opened in this tab and not bought yet (rules §3). Nothing is stored while the user is unknown. */
export function useUnfinishedCart() {
  const { data: identity } = useIdentity();
  const remember = useCallback(
    (cartId: Id) => {
      if (identity) storedCart.write({ cartId, username: identity.username, businessId: identity.businessId });
    },
    [identity],
  );
  const finish = useCallback(
    (cartId: Id) => {
      storedCart.remove();
      if (identity) storedBought.write({ cartId, username: identity.username, businessId: identity.businessId });
    },
    [identity],
  );
  return {
    cartId: identity ? unfinishedCartOf(identity) : null,
    remember,
    /** Removes the cart after it was discarded. */
    forget: storedCart.remove,
    /** Removes the cart after it was bought, and stores its id as that of the cart that was bought last. */
    finish,
    boughtId: identity ? ownCart(storedBought.read(), identity) : null,
  };
}

import { useGetIdentity } from '@refinedev/core';
import { useCallback } from 'react';
import type { Id } from '#contract/wire.ts';
import type { Identity } from '../auth/identity.ts';
import { isId, isText, storedValue } from './stored-value.ts';

/** Whose cart it is: it is offered again to the same user and business only (rules §3). */
export interface CartOwner {
  readonly username: string;
  readonly businessId?: Id | undefined;
}

/** A cart that was opened and not yet bought. It names no patient. */
export interface UnfinishedCart extends CartOwner {
  readonly cartId: Id;
}

export function isUnfinishedCart(value: unknown): value is UnfinishedCart {
  if (typeof value !== 'object' || value === null) return false;
  const { cartId, username, businessId } = value as Record<string, unknown>;
  return isId(cartId) && isText(username) && (businessId === undefined || isId(businessId));
}

/** The unfinished cart of this tab, whoever its owner is. */
export const storedCart = storedValue('unfinishedCart', isUnfinishedCart);

/**
 * Whether a cart is to be offered to this user and business. A business that the server did not tell, then or now, parts
 * nothing: rather a cart too many than a purchase untold.
 */
export function belongsTo(cart: CartOwner, { username, businessId = cart.businessId }: CartOwner): boolean {
  return cart.username === username && (cart.businessId ?? businessId) === businessId;
}

/** The id of this owner's unfinished cart, or null. */
export function unfinishedCartOf(owner: CartOwner): Id | null {
  const cart = storedCart.read();
  return cart && belongsTo(cart, owner) ? cart.cartId : null;
}

interface UnfinishedCartAccess {
  /** The cart to offer again, or null; null too while it is not yet known who is signed in. */
  readonly cartId: Id | null;
  /** Keeps the cart that was just opened; nothing is kept while it is not known who is signed in. */
  readonly remember: (cartId: Id) => void;
  /** Forgets it, once bought or given up. */
  readonly forget: () => void;
}

/** The cart that the signed-in user has opened in this tab and not yet bought (rules §3). */
export function useUnfinishedCart(): UnfinishedCartAccess {
  const { data: identity } = useGetIdentity<Identity | null>();
  const remember = useCallback(
    (cartId: Id) => {
      if (identity) storedCart.write({ cartId, username: identity.username, businessId: identity.businessId });
    },
    [identity],
  );
  return { cartId: identity ? unfinishedCartOf(identity) : null, remember, forget: storedCart.remove };
}

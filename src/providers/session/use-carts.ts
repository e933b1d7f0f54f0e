import { useCallback, useState } from 'react';
import type { Id } from '#contract/wire.ts';
import { addUnconfirmed, isUnconfirmed, removeUnconfirmed, storedUnconfirmed } from './unconfirmed-purchases.ts';
import { belongsTo, ownCart, storedBought, storedCart, unfinishedCartOf } from './unfinished-cart.ts';
import { useIdentity } from './use-identity.ts';

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

/** The purchases of this tab with an outcome that the user has not seen (rules §2, §3). */
export function useUnconfirmedPurchases() {
  const { data: identity } = useIdentity();
  const [carts] = useState(() => storedUnconfirmed.read() ?? []);
  const note = useCallback(
    (cartId: Id) => {
      if (identity) addUnconfirmed({ cartId, username: identity.username, businessId: identity.businessId });
    },
    [identity],
  );
  const own = identity ? carts.filter((cart) => belongsTo(cart, identity)) : [];
  return {
    /** This user's carts, as of the mount of the screen; oldest first. */
    carts: own,
    isOpen: isUnconfirmed,
    /** Call this before a cart's purchase is requested. It does nothing while the user is unknown. */
    note,
    /** Call this when the outcome was shown. */
    end: removeUnconfirmed,
  };
}

import { useState } from 'react';
import type { Id } from '#contract/wire.ts';
import { addUnconfirmed, belongsTo, ownCart, storedBought, storedCart, storedUnconfirmed } from './unfinished-cart.ts';
import { useIdentity } from './use-identity.ts';

/** The signed-in user as the owner of carts; null while the user is unknown: nothing is stored then. */
function useOwner() {
  const { data: identity } = useIdentity();
  return identity ? { username: identity.username, businessId: identity.businessId } : null;
}

/** The cart that the signed-in user has opened in this tab and not bought yet (rules §3). */
export function useUnfinishedCart() {
  const owner = useOwner();
  return {
    cartId: owner && ownCart(owner),
    remember: (cartId: Id) => {
      if (owner) storedCart.write({ cartId, ...owner });
    },
    /** Removes the cart after it was discarded. */
    forget: storedCart.remove,
    /** Removes the cart after it was bought, and stores its id as that of the cart that was bought last. */
    finish: (cartId: Id) => {
      storedCart.remove();
      if (owner) storedBought.write({ cartId, ...owner });
    },
    boughtId: owner && ownCart(owner, storedBought),
  };
}

/** The purchases of this tab with an outcome that the user has not seen (rules §2, §3). */
export function useUnconfirmedPurchases() {
  const owner = useOwner();
  const [carts] = useState(() => storedUnconfirmed.read() ?? []);
  return {
    /** This user's purchases, as of the mount of the screen; oldest first. */
    carts: owner ? carts.filter((cart) => belongsTo(cart, owner)) : [],
    /** Call this before a cart's purchase is requested. */
    note: (cartId: Id, txCommandId: Id) => {
      if (owner) addUnconfirmed({ cartId, txCommandId, ...owner });
    },
  };
}

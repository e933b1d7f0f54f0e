import { useCallback, useState } from 'react';
import type { Id } from '#contract/wire.ts';
import {
  type UnconfirmedPurchase,
  addUnconfirmed,
  isUnconfirmed,
  removeUnconfirmed,
  storedUnconfirmed,
} from './unconfirmed-purchases.ts';
import { belongsTo, ownCart, storedBought, storedCart, unfinishedCartOf } from './unfinished-cart.ts';
import { useIdentity } from './use-identity.ts';

interface UnfinishedCartAccess {
  /** The cart to offer again; null if there is none or the user is unknown. */
  readonly cartId: Id | null;
  /** Stores the opened cart. It does nothing while the user is unknown. */
  readonly remember: (cartId: Id) => void;
  /** Removes the cart after it was discarded. */
  readonly forget: () => void;
  /** Removes the cart after it was bought, and stores its id as that of the cart that was bought last. */
  readonly finish: (cartId: Id) => void;
  /** The cart that was bought last; null if there is none or the user is unknown. */
  readonly boughtId: Id | null;
}

/** The cart that the signed-in user has opened in this tab and not bought yet (rules §3). */
export function useUnfinishedCart(): UnfinishedCartAccess {
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
    forget: storedCart.remove,
    finish,
    boughtId: identity ? ownCart(storedBought.read(), identity) : null,
  };
}

interface UnconfirmedPurchases {
  /** This user's carts with an unknown outcome, as of the mount of the screen; oldest first. */
  readonly carts: readonly UnconfirmedPurchase[];
  /** Whether the outcome of a cart's purchase is still not shown. */
  readonly isOpen: (cartId: Id) => boolean;
  /** Call this before a cart's purchase is requested. It does nothing while the user is unknown. */
  readonly note: (cartId: Id) => void;
  /** Call this when the outcome was shown. */
  readonly end: (cartId: Id) => void;
}

/** The purchases of this tab with an outcome that the user has not seen (rules §2, §3). */
export function useUnconfirmedPurchases(): UnconfirmedPurchases {
  const { data: identity } = useIdentity();
  const [carts] = useState(() => storedUnconfirmed.read() ?? []);
  const note = useCallback(
    (cartId: Id) => {
      if (identity) addUnconfirmed({ cartId, username: identity.username, businessId: identity.businessId });
    },
    [identity],
  );
  const own = identity ? carts.filter((cart) => belongsTo(cart, identity)) : [];
  return { carts: own, isOpen: isUnconfirmed, note, end: removeUnconfirmed };
}

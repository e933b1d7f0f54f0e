import { useGetIdentity } from '@refinedev/core';
import { useCallback } from 'react';
import type { Id } from '#contract/wire.ts';
import type { Identity } from '../auth/identity.ts';
import { storedCart, unfinishedCartOf } from './unfinished-cart.ts';

interface UnfinishedCartAccess {
  /** The cart to offer again, or null; null too while it is not yet known who is signed in. */
  readonly cartId: Id | null;
  /** Keeps the cart that was just opened; nothing is kept while it is not known who is signed in. */
  readonly remember: (cartId: Id) => void;
  /** Forgets it, once bought or given up. */
  readonly forget: () => void;
}

/** The cart that the signed-in user has opened in this tab and not yet bought (decisions §3). */
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

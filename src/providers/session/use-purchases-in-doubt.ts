import { useGetIdentity } from '@refinedev/core';
import { useCallback, useState } from 'react';
import type { Id } from '#contract/wire.ts';
import type { Identity } from '../auth/identity.ts';
import { type DoubtedCart, endDoubt, isDoubted, noteDoubt, storedDoubts } from './purchases-in-doubt.ts';
import { belongsTo } from './unfinished-cart.ts';

interface PurchasesInDoubt {
  /** The carts whose purchase this user was not told of, as they stood when the screen came up; oldest first. */
  readonly carts: readonly DoubtedCart[];
  /** Whether the outcome of a cart's purchase is, by now, still to be told. */
  readonly isOpen: (cartId: Id) => boolean;
  /** To be called before the purchase of a cart is asked for; nothing is noted while it is not known who is signed in. */
  readonly note: (cartId: Id) => void;
  /** To be called once its outcome has been told. */
  readonly end: (cartId: Id) => void;
}

/** The purchases of this tab that were asked for and whose outcome the assistant was not told (decisions §2, §3). */
export function usePurchasesInDoubt(): PurchasesInDoubt {
  const { data: identity } = useGetIdentity<Identity | null>();
  const [carts] = useState(() => storedDoubts.read() ?? []);
  const note = useCallback(
    (cartId: Id) => {
      if (identity) noteDoubt({ cartId, username: identity.username, businessId: identity.businessId });
    },
    [identity],
  );
  const own = identity ? carts.filter((cart) => belongsTo(cart, identity)) : [];
  return { carts: own, isOpen: isDoubted, note, end: endDoubt };
}

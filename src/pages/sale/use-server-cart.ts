import { type Dispatch, useCallback } from 'react';
import type { CallAnswer } from '#contract/call.ts';
import type { readCartSummary } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import { removeUnconfirmed } from '#src/providers/session/unconfirmed-purchases.ts';
import { useUnfinishedCart } from '#src/providers/session/unfinished-cart.ts';
import { type SaleCart, saleCart } from './sale-cart.ts';
import type { SaleEvent } from './sale-reducer.ts';

interface ServerCart {
  /** Completes the sale: the cart is neither unfinished nor unconfirmed any more. */
  readonly complete: (purchaseId: Id, cart: SaleCart) => void;
  /** Shows the cart as the server has it. One that was bought meanwhile completes the sale (rules §2). */
  readonly show: (summary: CallAnswer<typeof readCartSummary>['cart']) => SaleCart;
}

/** What a cart of the server means for the sale. The functions are stable. */
export function useServerCart(dispatch: Dispatch<SaleEvent>): ServerCart {
  const { forget } = useUnfinishedCart();
  const complete = useCallback(
    (purchaseId: Id, cart: SaleCart) => {
      forget();
      removeUnconfirmed(cart.cartId);
      dispatch({ type: 'purchased', purchaseId, cart });
    },
    [dispatch, forget],
  );
  const show = useCallback(
    (summary: CallAnswer<typeof readCartSummary>['cart']) => {
      const cart = saleCart(summary);
      if (summary.purchaseId === undefined) dispatch({ type: 'cartUpdated', cart });
      else complete(summary.purchaseId, cart);
      return cart;
    },
    [dispatch, complete],
  );
  return { complete, show };
}

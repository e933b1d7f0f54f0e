import { type Dispatch, useEffect } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import { useRead } from '#src/hooks/use-read.ts';
import { removeUnconfirmed } from '#src/providers/session/unconfirmed-purchases.ts';
import { useUnfinishedCart } from '#src/providers/session/unfinished-cart.ts';
import { basketOf } from '../basket.ts';
import type { StepperEvent } from '../stepper-reducer.ts';
import type { Basket } from '../stepper-state.ts';

interface FreshBasket {
  /** Null until the summary has been read for this visit of step 3. */
  readonly basket: Basket | null;
  readonly reload: () => Promise<unknown>;
  /** Present when it could not be read: no error message, but 'Riprova' (§8, decisions §2). */
  readonly onRetry: (() => void) | undefined;
}

/**
 * The cart of step 3 as the server has it now (§2); the stepper takes it over, and is complete where the cart turns out
 * to be bought (decisions §2). To be used on step 3 only.
 */
export function useFreshBasket(cartId: Id, dispatch: Dispatch<StepperEvent>): FreshBasket {
  const { data, error, refetch } = useRead(readCartSummary, { params: { cartId } }, { alerts: 'expiry-only' });
  const { forget } = useUnfinishedCart();

  useEffect(() => {
    if (!data) return;
    const { purchaseId } = data.cart;
    const basket = basketOf(data.cart);
    if (purchaseId === undefined) {
      dispatch({ type: 'cartUpdated', basket });
      return;
    }
    forget();
    removeUnconfirmed(cartId);
    dispatch({ type: 'purchased', purchaseId, basket });
  }, [cartId, data, dispatch, forget]);

  return {
    basket: data ? basketOf(data.cart) : null,
    reload: refetch,
    onRetry: error ? () => void refetch() : undefined,
  };
}

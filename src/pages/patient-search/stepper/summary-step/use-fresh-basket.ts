import { type Dispatch, useEffect } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import { useRead } from '#src/providers/data/use-read.ts';
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

/** The cart of step 3 as the server has it now (§2); the stepper takes it over. To be used on step 3 only. */
export function useFreshBasket(cartId: Id, dispatch: Dispatch<StepperEvent>): FreshBasket {
  const { data, error, refetch } = useRead(readCartSummary, { params: { cartId } }, { alerts: 'expiry-only' });

  useEffect(() => {
    if (data) dispatch({ type: 'cartUpdated', basket: basketOf(data.cart) });
  }, [data, dispatch]);

  return {
    basket: data ? basketOf(data.cart) : null,
    reload: refetch,
    onRetry: error ? () => void refetch() : undefined,
  };
}

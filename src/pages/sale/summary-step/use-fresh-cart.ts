import { type Dispatch, useEffect } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import { useCallQuery } from '#src/hooks/use-call-query.ts';
import { type SaleCart, saleCart } from '../sale-cart.ts';
import type { SaleEvent } from '../sale-reducer.ts';
import { useServerCart } from '../use-server-cart.ts';

interface FreshCart {
  /** Null until the cart has been read for this visit of step 3. */
  readonly cart: SaleCart | null;
  readonly reload: () => Promise<unknown>;
  /** Set when the cart could not be read: no error message, but 'Riprova' (§8, rules §2). */
  readonly onRetry: (() => void) | undefined;
}

/**
 * Reads the cart for step 3 from the server (§2) and passes it to the stepper. A cart that was bought completes the
 * sale (rules §2). Use it in step 3 only.
 */
export function useFreshCart(cartId: Id, dispatch: Dispatch<SaleEvent>): FreshCart {
  const { data, error, refetch } = useCallQuery(readCartSummary, { params: { cartId } }, { alerts: 'expiry-only' });
  const { show } = useServerCart(dispatch);

  useEffect(() => {
    if (data) show(data.cart);
  }, [data, show]);

  return {
    cart: data ? saleCart(data.cart) : null,
    reload: refetch,
    onRetry: error ? () => void refetch() : undefined,
  };
}

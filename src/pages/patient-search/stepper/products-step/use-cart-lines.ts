import type { Dispatch } from 'react';
import { useState } from 'react';
import { deleteCartProduct, putCartProduct, readCart } from '#contract/calls/carts.ts';
import type { Product } from '#contract/entities/product.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { toApiError } from '#src/providers/http/failure.ts';
import { basketOf } from '../basket.ts';
import type { StepperEvent } from '../stepper-reducer.ts';
import type { SaleLine } from './sale-line.ts';

interface CartLines {
  /** Adds a product or replaces its line; answers whether it went well. */
  readonly put: (product: Product, line: SaleLine) => Promise<boolean>;
  /** Takes a product out of the cart. */
  readonly remove: (productId: Id) => Promise<boolean>;
  readonly isAdding: boolean;
  readonly isDeleting: boolean;
  /** Why the last change failed. */
  readonly error: ApiError | null;
  /** For when the assistant goes on to another product. */
  readonly forgetError: () => void;
}

/**
 * Changes the lines of a cart (§7). Nothing rejects. After a refusal for want of budget, or a lost answer, the cart is
 * read again, because it may not be what the screen shows.
 */
export function useCartLines(cartId: Id, dispatch: Dispatch<StepperEvent>): CartLines {
  const { run: runPut, isRunning: isAdding } = useCommand(putCartProduct);
  const { run: runDelete, isRunning: isDeleting } = useCommand(deleteCartProduct);
  const { run: runRead } = useCommand(readCart);
  const [error, setError] = useState<ApiError | null>(null);
  const params = { cartId };

  async function reload(): Promise<void> {
    try {
      dispatch({ type: 'cartUpdated', basket: basketOf((await runRead({ params }, { alerts: 'expiry-only' })).cart) });
    } catch {
      // The failure that led here has been told already.
    }
  }

  async function change(call: () => ReturnType<typeof runPut>): Promise<boolean> {
    setError(null);
    try {
      dispatch({ type: 'cartUpdated', basket: basketOf((await call()).cart) });
      return true;
    } catch (failure) {
      setError(toApiError(failure));
      await reload();
      return false;
    }
  }

  return {
    put: ({ productId }, { quantity, unitPrice }) =>
      change(() => runPut({ params, body: { productId, quantity, pricePerUnit: toWire(unitPrice) } })),
    remove: (productId) => change(() => runDelete({ params: { cartId, productId } })),
    isAdding,
    isDeleting,
    error,
    forgetError: () => setError(null),
  };
}

import { type Dispatch, useRef, useState } from 'react';
import { deleteCartProduct, putCartProduct } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import { toWire } from '#contract/rules/money.ts';
import type { Id } from '#contract/wire.ts';
import { ApiError, isOutcomeUnknown, toApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';
import { verifyOutcome } from '#src/providers/api/use-two-phase-command.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { useCancellableWait } from '#src/providers/timing.ts';
import { lineOf, saleCart, type SaleCart, useCartEvents, useCartQuestion } from '../sale-cart.ts';
import type { SaleEvent } from '../sale-reducer.ts';
import { isSameLine, type SaleLine } from './sale-line.ts';

/** Why a change of the cart failed. `notDone` and `unknown` come from reading the cart after a lost response. */
export type LineChangeProblem =
  | { readonly kind: 'notDone' | 'unknown' }
  | { readonly kind: 'refused'; readonly error: ApiError };

type LineChange = { readonly kind: 'done' } | LineChangeProblem;
type Change = 'adding' | 'deleting';

/**
 * Changes the lines of a cart (§7). No function rejects. After a refusal or a lost response the cart is read again,
 * because the screen may differ from it: a line in the cart was added, whatever the response (rules §2).
 */
export function useCartLines(cartId: Id, dispatch: Dispatch<SaleEvent>) {
  const { run: runPut } = useCallMutation(putCartProduct);
  const { run: runDelete } = useCallMutation(deleteCartProduct);
  const askAbout = useCartQuestion();
  const { show } = useCartEvents(dispatch);
  const { notifyError } = useNotify();
  const waiting = useCancellableWait();
  const [underway, setUnderway] = useState<Change | null>(null);
  const [problem, setProblem] = useState<LineChangeProblem | null>(null);
  const last = useRef<Promise<LineChange>>(Promise.resolve({ kind: 'done' }));
  const params = { cartId };

  async function settle(error: ApiError, isDone: (cart: SaleCart) => boolean): Promise<LineChange> {
    const signal = waiting.begin();
    const readOutcome = async () => {
      const cart = show(await askAbout(cartId, { signal }));
      return isDone(cart) ? { result: true } : 'pending';
    };
    const isRepeated = isOutcomeUnknown(error);
    const { kind } = await verifyOutcome(readOutcome, { isRepeated, signal });
    // A line to remove may already be gone. A refused change that is in the cart arrived twice.
    if (kind === 'done') return { kind };
    if (!isRepeated) return { kind: 'refused', error };
    if (error.status !== undefined && kind === 'notDone') notifyError(error);
    return { kind };
  }

  /** One at a time, so that the last response has the current cart. */
  function change(...what: Parameters<typeof changeNow>): Promise<LineChange> {
    const changing = last.current.then(() => changeNow(...what));
    last.current = changing;
    return changing;
  }

  async function changeNow(
    what: Change,
    call: (signal: AbortSignal) => ReturnType<typeof runPut>,
    isDone: (cart: SaleCart) => boolean,
  ): Promise<LineChange> {
    setUnderway(what);
    const signal = waiting.begin();
    try {
      dispatch({ type: 'cartUpdated', cart: saleCart((await call(signal)).cart) });
      return { kind: 'done' };
    } catch (failure) {
      return await settle(signal.aborted ? new ApiError({ lost: true }) : toApiError(failure), isDone);
    } finally {
      setUnderway(null);
    }
  }

  const forgetError = () => setProblem(null);

  async function keepProblem(changing: Promise<LineChange>): Promise<boolean> {
    const result = await changing;
    if (result.kind !== 'done') setProblem(result);
    return result.kind === 'done';
  }

  function tryToPut(product: Product, line: SaleLine): Promise<LineChange> {
    const { quantity, unitPrice } = line;
    const body = { productId: product.productId, quantity, pricePerUnit: toWire(unitPrice) };
    return change(
      'adding',
      (signal) => runPut({ params, body }, { alerts: 'unless-lost', signal }),
      (cart) => isSameLine(lineOf(cart, product), line),
    );
  }

  return {
    /**
     * Adds a product or replaces its line. Resolves to whether it succeeded, and stores the problem otherwise.
     * @param isFurther keeps the problem of the change before it
     */
    put: (product: Product, line: SaleLine, isFurther = false) => {
      if (!isFurther) forgetError();
      return keepProblem(tryToPut(product, line));
    },
    /** Like `put`, for a caller that reports the result itself. */
    tryToPut: (product: Product, line: SaleLine) => {
      forgetError();
      return tryToPut(product, line);
    },
    remove: (productId: Id) => {
      forgetError();
      const removing = change(
        'deleting',
        (signal) => runDelete({ params: { cartId, productId } }, { alerts: 'unless-lost', signal }),
        ({ items }) => !items.some(({ product }) => product.productId === productId),
      );
      return keepProblem(removing);
    },
    isAdding: underway === 'adding',
    isDeleting: underway === 'deleting',
    /** Why the last change failed. */
    problem,
    /** Call this when the user goes on to another product. */
    forgetError,
    /** Stops waiting for a change. The cart is then read again. */
    stopWaiting: waiting.stop,
    /** Resolves when no change is running, to whether all succeeded. */
    settled: async () => underway === null || (await last.current).kind === 'done',
  };
}

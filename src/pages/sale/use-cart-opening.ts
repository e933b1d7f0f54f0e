import { type Dispatch, useRef } from 'react';
import { checkCart, executeCart, readCart } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import {
  type CommandActions,
  type TwoPhaseCommand,
  useTwoPhaseCommand,
} from '#src/hooks/two-phase-command/use-two-phase-command.ts';
import { isRefused } from '#src/hooks/two-phase-command/verify-outcome.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { useLazyCall } from '#src/hooks/use-lazy-call.ts';
import type { CallOptions } from '#src/providers/http/call-api.ts';
import { useUnfinishedCart } from '#src/providers/session/unfinished-cart.ts';
import { type SaleCart, saleCart } from './sale-cart.ts';
import type { CartTarget, SaleEvent, SaleState } from './sale-reducer.ts';

/** One sale opens one cart at a time. */
const KEY = 'cart';

export function isSameTarget(one: CartTarget, other: CartTarget): boolean {
  return one.patientId === other.patientId && one.voucherId === other.voucherId && one.storeId === other.storeId;
}

/**
 * The command that opens a cart (§4, steps 1 and 2 of the stepper). A cart with a lost response cannot be found, but it
 * reserves and charges nothing, so a new check follows (rules §2, §5). A cart that was opened but not read is read
 * first.
 */
export function useCartOpening(state: SaleState, dispatch: Dispatch<SaleEvent>): CommandActions<CartTarget> {
  const { run: runCheck } = useCommand(checkCart);
  const { run: runExecute } = useCommand(executeCart);
  const fetchCart = useLazyCall(readCart);
  const { remember } = useUnfinishedCart();
  const unread = useRef<{ readonly cartId: Id; readonly target: CartTarget } | null>(null);

  async function read(cartId: Id, options: CallOptions): Promise<SaleCart> {
    return saleCart((await fetchCart({ params: { cartId } }, options)).cart);
  }

  const opening: TwoPhaseCommand<CartTarget, SaleCart> = {
    keyOf: () => KEY,
    isUnverifiable: true,
    check: async (target, signal) => (await runCheck({ body: { ...target } }, { signal })).txCommand,
    execute: async (target, execution, { signal, alerts }) => {
      const { cart } = await runExecute({ body: execution }, { signal, alerts });
      remember(cart.cartId);
      const { residualAmount, voucherInitialAmount } = cart;
      if (residualAmount && voucherInitialAmount) return saleCart({ ...cart, residualAmount, voucherInitialAmount });
      // A server may send only the id of a new cart (§7).
      unread.current = { cartId: cart.cartId, target };
      return read(cart.cartId, { alerts: 'unless-lost', signal });
    },
    find: async (target, { signal }) => {
      const opened = unread.current;
      if (!opened || !isSameTarget(opened.target, target)) return 'never';
      try {
        return { result: await read(opened.cartId, { signal }) };
      } catch (error) {
        if (!isRefused(error)) throw error;
        unread.current = null;
        return 'never';
      }
    },
    onDone: (target, cart) => {
      unread.current = null;
      dispatch({ type: 'cartOpened', cart, target });
    },
  };
  return useTwoPhaseCommand(opening, state.command, dispatch);
}

import type { Dispatch } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import {
  type CommandActions,
  type TwoPhaseCommand,
  useTwoPhaseCommand,
} from '#src/hooks/two-phase-command/use-two-phase-command.ts';
import { lostCommand } from '#src/hooks/two-phase-command/command-reducer.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { useLazyCall } from '#src/hooks/use-lazy-call.ts';
import { useIsMounted } from '#src/hooks/use-is-mounted.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';
import { announcePurchaseAnswered, useUnconfirmedPurchases } from '#src/providers/session/unconfirmed-purchases.ts';
import { type SaleCart, saleCart } from './sale-cart.ts';
import type { SaleEvent, SaleState } from './sale-reducer.ts';
import { useServerCart } from './use-server-cart.ts';

interface Bought {
  readonly purchaseId: Id;
  readonly cart: SaleCart;
}

/** Refusals that mean that the server's cart has changed (rules §2). */
const CHANGES_CART = new Set(['VOUCHER_AMOUNT_NOT_SUFFICIENT', 'CART_CHANGED']);

const keyOf = ({ cartId }: SaleCart) => String(cartId);

/**
 * The command of a purchase (§4). The cart's summary says whether it was bought (rules §2, §6). After the user has left
 * the sale, the patient search verifies every purchase whose outcome was not shown, and again when the response
 * arrives.
 */
export function usePurchase(
  state: SaleState,
  dispatch: Dispatch<SaleEvent>,
  reloadCart: () => Promise<unknown>,
): CommandActions<SaleCart> {
  const { run: runCheck } = useCommand(checkPurchase);
  const { run: runExecute } = useCommand(executePurchase);
  const fetchSummary = useLazyCall(readCartSummary);
  const { complete } = useServerCart(dispatch);
  const { note, end } = useUnconfirmedPurchases();
  const isMounted = useIsMounted();

  const purchase: TwoPhaseCommand<SaleCart, Bought> = {
    keyOf,
    check: async ({ cartId }, signal) => (await runCheck({ params: { cartId } }, { signal })).txCommand,
    execute: async (cart, execution, options) => {
      const answer = await runExecute({ params: { cartId: cart.cartId }, body: execution }, options);
      const { purchaseId, items } = answer.purchase;
      return { purchaseId, cart: { ...cart, items: items.length > 0 ? items : cart.items } };
    },
    find: async ({ cartId }, { signal }) => {
      const options = { alerts: 'expiry-only', timeout: timeLimits.question, signal } as const;
      const { cart } = await fetchSummary({ params: { cartId } }, options);
      if (cart.purchaseId === undefined) return 'pending';
      return { result: { purchaseId: cart.purchaseId, cart: saleCart(cart) } };
    },
    onExecute: ({ cartId }) => note(cartId),
    onDone: (_, { purchaseId, cart }) => {
      // After the user has left the sale, the patient search shows the outcome.
      if (isMounted.current) complete(purchaseId, cart);
    },
    onProblem: (cart, problem) => {
      if (problem.kind !== 'refused') return;
      if (!lostCommand(state.command, keyOf(cart))) end(cart.cartId);
      if (CHANGES_CART.has(problem.refusal.description) && isMounted.current) void reloadCart();
    },
    onSettled: ({ cartId }) => {
      if (!isMounted.current) announcePurchaseAnswered(cartId);
    },
  };
  return useTwoPhaseCommand(purchase, state.command, dispatch);
}

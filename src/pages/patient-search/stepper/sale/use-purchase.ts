import type { Dispatch } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import { isInDoubt, toApiError } from '#src/providers/http/failure.ts';
import { useUnfinishedCart } from '#src/providers/session/use-unfinished-cart.ts';
import { basketOf } from '../basket.ts';
import type { StepperEvent } from '../stepper-reducer.ts';
import type { Basket, Command, StepperState } from '../stepper-state.ts';

interface PurchaseActions {
  /** 'Conferma' on step 3: the check; after a lost answer the server is asked first what became of it. */
  readonly check: (basket: Basket) => Promise<void>;
  /** Charges the voucher; `otp` is absent for a confirmation without PIN (§7). */
  readonly execute: (basket: Basket, command: Command, otp?: string) => Promise<void>;
  /** Asks the server whether the cart was bought. */
  readonly askOutcome: (basket: Basket) => Promise<void>;
}

/** Refusals after which the cart on the screen is no longer the server's (decisions §2). */
const CHANGES_CART = new Set(['VOUCHER_AMOUNT_NOT_SUFFICIENT', 'CART_CHANGED']);

/**
 * The two phases of a purchase (§4). An execute whose answer is lost is never simply repeated: the cart's summary says
 * whether it was bought (decisions §2, §6). Nothing rejects: it all ends in an event.
 */
export function usePurchase(
  { answerLost }: StepperState,
  dispatch: Dispatch<StepperEvent>,
  reloadCart: () => Promise<unknown>,
): PurchaseActions {
  const { run: runCheck } = useCommand(checkPurchase);
  const { run: runExecute } = useCommand(executePurchase);
  const { run: runSummary } = useCommand(readCartSummary);
  const { forget } = useUnfinishedCart();

  /** Whether the cart was bought after all; the sale is then complete. */
  async function foundBought({ cartId }: Basket): Promise<boolean> {
    const { cart } = await runSummary({ params: { cartId } }, { alerts: 'expiry-only' });
    if (cart.purchaseId === undefined) return false;
    forget();
    dispatch({ type: 'purchased', purchaseId: cart.purchaseId, basket: basketOf(cart) });
    return true;
  }

  async function askOutcome(basket: Basket): Promise<void> {
    dispatch({ type: 'outcomeAsked' });
    try {
      if (!(await foundBought(basket))) dispatch({ type: 'outcomeNotBought' });
    } catch {
      dispatch({ type: 'outcomeUnknown' });
    }
  }

  async function settleFailure(error: unknown, basket: Basket): Promise<void> {
    const refusal = toApiError(error);
    if (isInDoubt(refusal)) {
      dispatch({ type: 'answerLost' });
      await askOutcome(basket);
    } else if (refusal.description === 'TRANSACTION_ALREADY_EXECUTED' && answerLost) {
      await askOutcome(basket);
    } else {
      dispatch({ type: 'executeRefused', refusal });
      if (CHANGES_CART.has(refusal.description)) await reloadCart();
    }
  }

  async function execute(basket: Basket, { txCommandId }: Command, otp?: string): Promise<void> {
    dispatch({ type: 'executeStarted' });
    try {
      const params = { cartId: basket.cartId };
      const { purchase } = await runExecute({ params, body: { txCommandId, otp } }, { alerts: 'unless-lost' });
      forget();
      const items = purchase.items.length > 0 ? purchase.items : basket.items;
      dispatch({ type: 'purchased', purchaseId: purchase.purchaseId, basket: { ...basket, items } });
    } catch (error) {
      await settleFailure(error, basket);
    }
  }

  async function check(basket: Basket): Promise<void> {
    dispatch({ type: 'checkStarted' });
    try {
      if (answerLost && (await foundBought(basket))) return;
      const { txCommand } = await runCheck({ params: { cartId: basket.cartId } });
      const command = { txCommandId: txCommand.txCommandId, otpRequired: txCommand.otpRequired ?? null };
      dispatch({ type: 'checkPassed', command });
    } catch (error) {
      dispatch({ type: 'checkRefused', refusal: toApiError(error) });
    }
  }

  return { check, execute, askOutcome };
}

import { type Dispatch, useEffect } from 'react';
import { readCartSummary } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { useIsHere } from '#src/components/lost-answer/use-is-here.ts';
import { useWaiting } from '#src/components/lost-answer/use-waiting.ts';
import { type Outcome, findOutcome } from '#src/providers/data/find-outcome.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import { ApiError, GENERIC } from '#src/providers/http/api-error.ts';
import { isInDoubt, toApiError } from '#src/providers/http/failure.ts';
import { tellFailure } from '#src/providers/http/tell-failure.ts';
import { timeLimits } from '#src/providers/http/time-limits.ts';
import { announcePurchaseNews } from '#src/providers/session/purchase-news.ts';
import { usePurchasesInDoubt } from '#src/providers/session/use-purchases-in-doubt.ts';
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
  /** Waits no longer for what is under way; a purchase is then asked about. */
  readonly stopWaiting: () => void;
}

interface Bought {
  readonly purchaseId: Id;
  readonly basket: Basket;
}

/** Refusals after which the cart on the screen is no longer the server's (decisions §2). */
const CHANGES_CART = new Set(['VOUCHER_AMOUNT_NOT_SUFFICIENT', 'CART_CHANGED']);

/**
 * Refusals behind which a purchase may hide although no answer was lost here: the request arrived twice, another tab
 * bought the cart, or the reason of the refusal was lost on the way.
 */
const MAY_HIDE_PURCHASE = new Set(['TRANSACTION_ALREADY_EXECUTED', GENERIC]);

/**
 * The two phases of a purchase (§4). An execute whose answer is lost is never simply repeated: the cart's summary says
 * whether it was bought (decisions §2, §6). Nothing rejects: it all ends in an event, or, where the assistant has left
 * the sale, in the search, which asks about every purchase that was not told, and again once there is news of it.
 */
export function usePurchase(
  { answerLost, lostCommand }: StepperState,
  dispatch: Dispatch<StepperEvent>,
  reloadCart: () => Promise<unknown>,
): PurchaseActions {
  const { run: runCheck } = useCommand(checkPurchase);
  const { run: runExecute } = useCommand(executePurchase);
  const { run: runSummary } = useCommand(readCartSummary);
  const { forget } = useUnfinishedCart();
  const doubts = usePurchasesInDoubt();
  const executing = useWaiting();
  const asking = useWaiting();
  const isHere = useIsHere();
  useEffect(() => {
    return () => asking.stop();
  }, [asking]);

  function tell(cartId: Id, { purchaseId, basket }: Bought): void {
    // Whoever has left the sale is told by the search.
    if (!isHere.current) return;
    forget();
    doubts.end(cartId);
    dispatch({ type: 'purchased', purchaseId, basket });
  }

  async function findBought({ cartId }: Basket, signal: AbortSignal): Promise<Bought | null> {
    const options = { alerts: 'expiry-only', timeout: timeLimits.question, signal } as const;
    const { cart } = await runSummary({ params: { cartId } }, options);
    return cart.purchaseId === undefined ? null : { purchaseId: cart.purchaseId, basket: basketOf(cart) };
  }

  async function find(basket: Basket, isPatient: boolean): Promise<Outcome<Bought>> {
    const signal = asking.begin();
    const outcome = await findOutcome(() => findBought(basket, signal), { isPatient, signal });
    if (outcome.kind === 'done') tell(basket.cartId, outcome.result);
    return outcome;
  }

  async function settle(basket: Basket, isPatient: boolean): Promise<Outcome<Bought>> {
    const outcome = await find(basket, isPatient);
    if (outcome.kind === 'notDone') dispatch({ type: 'outcomeNotBought' });
    if (outcome.kind === 'unknown') dispatch({ type: 'outcomeUnknown' });
    return outcome;
  }

  async function askOutcome(basket: Basket): Promise<void> {
    dispatch({ type: 'outcomeAsked' });
    await settle(basket, false);
  }

  async function settleLost(basket: Basket, failure: ApiError): Promise<void> {
    dispatch({ type: 'answerLost' });
    if (!isHere.current) return;
    const { kind } = await settle(basket, true);
    if (kind !== 'done' && !failure.lost) tellFailure(failure);
  }

  async function settleRefusal(basket: Basket, refusal: ApiError): Promise<void> {
    if (answerLost || MAY_HIDE_PURCHASE.has(refusal.description)) {
      dispatch({ type: 'outcomeAsked' });
      const { kind } = await find(basket, false);
      if (kind === 'done') return;
      const isExecuted = refusal.description === 'TRANSACTION_ALREADY_EXECUTED';
      if (kind === 'unknown' && (answerLost || isExecuted)) {
        dispatch({ type: 'answerLost' });
        dispatch({ type: 'outcomeUnknown' });
        return;
      }
    }
    if (!answerLost) doubts.end(basket.cartId);
    dispatch({ type: 'executeRefused', refusal });
    if (CHANGES_CART.has(refusal.description) && isHere.current) await reloadCart();
  }

  async function execute(basket: Basket, { txCommandId }: Command, otp?: string): Promise<void> {
    const { cartId } = basket;
    dispatch({ type: 'executeStarted' });
    doubts.note(cartId);
    const signal = executing.begin();
    // Once an answer was lost, what a refusal means is known only after the server was asked.
    const alerts = answerLost ? 'expiry-only' : 'unless-lost';
    try {
      const { purchase } = await runExecute({ params: { cartId }, body: { txCommandId, otp } }, { alerts, signal });
      const items = purchase.items.length > 0 ? purchase.items : basket.items;
      tell(cartId, { purchaseId: purchase.purchaseId, basket: { ...basket, items } });
    } catch (error) {
      const refusal = toApiError(error);
      if (signal.aborted) await settleLost(basket, new ApiError({ lost: true }));
      else if (isInDoubt(refusal)) await settleLost(basket, refusal);
      else await settleRefusal(basket, refusal);
    } finally {
      if (!isHere.current) announcePurchaseNews(cartId);
    }
  }

  /** The command of a lost answer is tried again rather than replaced: it is executed at most once. */
  async function ask({ cartId }: Basket, signal: AbortSignal): Promise<Command> {
    if (lostCommand) return lostCommand;
    const { txCommand } = await runCheck({ params: { cartId } }, { signal });
    return { txCommandId: txCommand.txCommandId, otpRequired: txCommand.otpRequired ?? null };
  }

  async function refuseCheck(basket: Basket, refusal: ApiError): Promise<void> {
    const mayBeBought = refusal.description === 'TRANSACTION_ALREADY_EXECUTED';
    if (mayBeBought && (await find(basket, false)).kind === 'done') return;
    dispatch({ type: 'checkRefused', refusal });
  }

  async function check(basket: Basket): Promise<void> {
    dispatch({ type: 'checkStarted' });
    if (answerLost) {
      const { kind } = await find(basket, false);
      if (kind === 'unknown') dispatch({ type: 'outcomeUnknown' });
      if (kind !== 'notDone') return;
    }
    const signal = asking.begin();
    try {
      dispatch({ type: 'checkPassed', command: await ask(basket, signal) });
    } catch (error) {
      if (signal.aborted) dispatch({ type: 'checkStopped' });
      else await refuseCheck(basket, toApiError(error));
    }
  }

  function stopWaiting(): void {
    executing.stop();
    asking.stop();
  }

  return { check, execute, askOutcome, stopWaiting };
}

import { type Dispatch, useRef } from 'react';
import { checkCart, executeCart, readCart } from '#contract/calls/carts.ts';
import type { CallAnswer } from '#contract/call.ts';
import type { Id } from '#contract/wire.ts';
import { useWaiting } from '#src/components/lost-answer/use-waiting.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { ApiError, isOutcomeUnknown, toApiError } from '#src/providers/http/api-error.ts';
import { notifyError } from '#src/providers/http/notify-error.ts';
import { useUnfinishedCart } from '#src/providers/session/unfinished-cart.ts';
import { basketOf } from '../basket.ts';
import type { StepperEvent } from '../stepper-reducer.ts';
import type { Basket, Command } from '../stepper-state.ts';

/** What a cart is opened for. */
export interface CartTarget {
  readonly patientId: Id;
  readonly voucherId: Id;
  readonly storeId: Id;
}

interface CartOpening {
  /** 'Avanti' on step 1: the check, and the execution at once where the server asks for no dialog (decisions §6). */
  readonly check: (target: CartTarget) => Promise<void>;
  /** Opens the cart; `otp` is absent for a confirmation without PIN (§7). */
  readonly execute: (command: Command, otp?: string) => Promise<void>;
  /** Waits no longer for what is under way. */
  readonly stopWaiting: () => void;
}

function isSameTarget(one: CartTarget, other: CartTarget): boolean {
  return one.patientId === other.patientId && one.voucherId === other.voucherId && one.storeId === other.storeId;
}

/**
 * The two phases by which a cart is opened (§4, steps 1 and 2 of the stepper). A cart whose answer is lost cannot be
 * found, but it reserves nothing and charges nothing: a new check makes it good (decisions §2, §5). Nothing rejects: it
 * all ends in an event.
 */
export function useCartOpening(dispatch: Dispatch<StepperEvent>): CartOpening {
  const { run: runCheck } = useCommand(checkCart);
  const { run: runExecute } = useCommand(executeCart);
  const { run: runRead } = useCommand(readCart);
  const { remember } = useUnfinishedCart();
  const waiting = useWaiting();
  /** What the last check was for. */
  const checked = useRef<CartTarget | null>(null);
  /** A cart that was opened and could not be read yet, and for what. */
  const opened = useRef<{ readonly cartId: Id; readonly target: CartTarget | null } | null>(null);

  async function read(cartId: Id, signal: AbortSignal): Promise<Basket> {
    return basketOf((await runRead({ params: { cartId } }, { alerts: 'unless-lost', signal })).cart);
  }

  /** A server need not say more than the id of a new cart (§7). */
  async function complete({ cart }: CallAnswer<typeof executeCart>, signal: AbortSignal): Promise<Basket> {
    const { residualAmount, voucherInitialAmount } = cart;
    if (residualAmount && voucherInitialAmount) return basketOf({ ...cart, residualAmount, voucherInitialAmount });
    opened.current = { cartId: cart.cartId, target: checked.current };
    return read(cart.cartId, signal);
  }

  function fail(error: unknown, signal: AbortSignal): void {
    const refusal = signal.aborted ? new ApiError({ lost: true }) : toApiError(error);
    if (!isOutcomeUnknown(refusal)) {
      dispatch({ type: 'executeRefused', refusal });
      return;
    }
    dispatch({ type: 'answerLost' });
    if (!refusal.lost) notifyError(refusal);
  }

  async function execute({ txCommandId }: Command, otp?: string): Promise<void> {
    dispatch({ type: 'executeStarted' });
    const signal = waiting.begin();
    try {
      const answer = await runExecute({ body: { txCommandId, otp } }, { alerts: 'unless-lost', signal });
      remember(answer.cart.cartId);
      dispatch({ type: 'cartOpened', basket: await complete(answer, signal) });
    } catch (error) {
      fail(error, signal);
    }
  }

  async function ask(target: CartTarget, signal: AbortSignal): Promise<Command> {
    const { txCommand } = await runCheck({ body: { ...target } }, { signal });
    return { txCommandId: txCommand.txCommandId, otpRequired: txCommand.otpRequired ?? null };
  }

  async function check(target: CartTarget): Promise<void> {
    dispatch({ type: 'checkStarted' });
    const signal = waiting.begin();
    try {
      const unread = opened.current;
      if (unread?.target && isSameTarget(unread.target, target)) {
        dispatch({ type: 'cartOpened', basket: await read(unread.cartId, signal) });
        return;
      }
      checked.current = target;
      const command = await ask(target, signal);
      dispatch({ type: 'checkPassed', command });
      if (command.otpRequired === null) await execute(command);
    } catch (error) {
      if (signal.aborted) {
        dispatch({ type: 'checkStopped' });
        return;
      }
      const refusal = toApiError(error);
      if (!isOutcomeUnknown(refusal)) opened.current = null;
      dispatch({ type: 'checkRefused', refusal });
    }
  }

  return { check, execute, stopWaiting: waiting.stop };
}

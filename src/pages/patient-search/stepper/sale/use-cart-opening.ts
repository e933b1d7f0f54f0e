import type { Dispatch } from 'react';
import { checkCart, executeCart, readCart } from '#contract/calls/carts.ts';
import type { CallAnswer } from '#contract/call.ts';
import type { Id } from '#contract/wire.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import { toApiError } from '#src/providers/http/failure.ts';
import { useUnfinishedCart } from '#src/providers/session/use-unfinished-cart.ts';
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
}

/** The two phases by which a cart is opened (§4, steps 1 and 2 of the stepper). Nothing rejects: it all ends in an event. */
export function useCartOpening(dispatch: Dispatch<StepperEvent>): CartOpening {
  const { run: runCheck } = useCommand(checkCart);
  const { run: runExecute } = useCommand(executeCart);
  const { run: runRead } = useCommand(readCart);
  const { remember } = useUnfinishedCart();

  /** A server need not say more than the id of a new cart (§7). */
  async function complete({ cart }: CallAnswer<typeof executeCart>): Promise<Basket> {
    const { residualAmount, voucherInitialAmount } = cart;
    if (residualAmount && voucherInitialAmount) return basketOf({ ...cart, residualAmount, voucherInitialAmount });
    return basketOf((await runRead({ params: { cartId: cart.cartId } })).cart);
  }

  async function execute({ txCommandId }: Command, otp?: string): Promise<void> {
    dispatch({ type: 'executeStarted' });
    try {
      const answer = await runExecute({ body: { txCommandId, otp } }, { alerts: 'unless-lost' });
      remember(answer.cart.cartId);
      dispatch({ type: 'cartOpened', basket: await complete(answer) });
    } catch (error) {
      const refusal = toApiError(error);
      dispatch(refusal.lost ? { type: 'answerLost' } : { type: 'executeRefused', refusal });
    }
  }

  async function check(target: CartTarget): Promise<void> {
    dispatch({ type: 'checkStarted' });
    try {
      const { txCommand } = await runCheck({ body: { ...target } });
      const command = { txCommandId: txCommand.txCommandId, otpRequired: txCommand.otpRequired ?? null };
      dispatch({ type: 'checkPassed', command });
      if (command.otpRequired === null) await execute(command);
    } catch (error) {
      dispatch({ type: 'checkRefused', refusal: toApiError(error) });
    }
  }

  return { check, execute };
}

import { useTranslate } from '@refinedev/core';
import { useReducer } from 'react';
import { checkCancellation, executeCancellation } from '#contract/calls/purchases.ts';
import { useCommand } from '#src/providers/data/use-command.ts';
import { useSingleFlight } from '#src/providers/data/use-single-flight.ts';
import { isInDoubt, toApiError } from '#src/providers/http/failure.ts';
import { useErrorText } from '#src/providers/http/use-error-text.ts';
import { NOTICE_MS, SUCCESS_NOTICE_MS, showAlert } from '#src/providers/notifications/alert-store.ts';
import {
  type CancellationState,
  type CancellationTarget,
  NO_CANCELLATION,
  cancellationReducer,
} from './cancellation-state.ts';
import { usePurchaseLookup } from './use-purchase-lookup.ts';

/** A storno, and what may be done with it. */
export interface Cancellation {
  readonly state: CancellationState;
  /** The check; it opens the dialog that its answer asks for. */
  readonly check: (target: CancellationTarget) => void;
  /** Executes the storno; `otp` is absent for a confirmation without a code (§7). */
  readonly execute: (otp?: string) => void;
  /** Asks the history once more what became of the storno. */
  readonly askOutcome: () => void;
  readonly close: () => void;
}

/**
 * The storno of a purchase in its two phases (§4). An execution whose answer is lost is never simply repeated: the
 * history says whether the purchase was cancelled (decisions §2). A double click is one request.
 * @param reload loads the list anew
 */
export function useCancellation(reload: () => Promise<unknown>): Cancellation {
  const translate = useTranslate();
  const errorText = useErrorText();
  const once = useSingleFlight();
  const [state, dispatch] = useReducer(cancellationReducer, NO_CANCELLATION);
  const { run: runCheck } = useCommand(checkCancellation);
  const { run: runExecute } = useCommand(executeCancellation);
  const lookUp = usePurchaseLookup();

  async function check(target: CancellationTarget): Promise<void> {
    dispatch({ type: 'checkStarted', target });
    try {
      const { txCommand } = await runCheck({ params: { purchaseId: target.purchase.purchaseId } });
      const { txCommandId, otpRequired } = txCommand;
      dispatch({ type: 'checkPassed', txCommandId, needsCode: otpRequired === true });
    } catch (error) {
      dispatch({ type: 'ended' });
      const refusal = toApiError(error);
      if (refusal.shown) return;
      const words = { title: translate('error:attention'), text: errorText(refusal) };
      showAlert({ kind: 'danger', ...words, duration: NOTICE_MS, dismissible: true });
      await reload();
    }
  }

  /** @param how whether the server said so, or its history after its answer was lost */
  async function finish({ purchase }: CancellationTarget, how: 'done' | 'doneAfterAll'): Promise<void> {
    dispatch({ type: 'ended' });
    const title = translate('purchases:cancellation.success');
    const text = translate(`purchases:cancellation.${how}`, { id: purchase.purchaseId });
    showAlert({ kind: 'success', title, text, duration: SUCCESS_NOTICE_MS, dismissible: true });
    await reload();
  }

  async function askOutcome(target: CancellationTarget): Promise<void> {
    dispatch({ type: 'outcomeAsked' });
    const found = await lookUp(target);
    if (found?.status === 'CANCELLED') await finish(target, 'doneAfterAll');
    else dispatch({ type: found ? 'outcomeNotCancelled' : 'outcomeUnknown' });
  }

  async function execute(target: CancellationTarget, otp?: string): Promise<void> {
    dispatch({ type: 'executeStarted' });
    try {
      const { purchaseId } = target.purchase;
      const { txCommandId } = state;
      await runExecute({ params: { purchaseId }, body: { txCommandId, otp } }, { alerts: 'unless-lost' });
    } catch (error) {
      const refusal = toApiError(error);
      const isDoneAlready = refusal.description === 'TRANSACTION_ALREADY_EXECUTED' && state.answerLost;
      if (isInDoubt(refusal)) dispatch({ type: 'answerLost' });
      if (isInDoubt(refusal) || isDoneAlready) await askOutcome(target);
      else dispatch({ type: 'executeRefused', refusal });
      return;
    }
    await finish(target, 'done');
  }

  // A dialog that fades out can still be pressed: only what is asked is carried out.
  const { target, dialog } = state;
  const asked = dialog && target;
  return {
    state,
    check: (wanted) => {
      if (!asked) once(() => check(wanted));
    },
    execute: (otp) => {
      if (asked) once(() => execute(asked, otp));
    },
    askOutcome: () => {
      if (asked) once(() => askOutcome(asked));
    },
    close: () => {
      const isListOld = state.answerLost || state.obstacle !== null;
      dispatch({ type: 'ended' });
      if (isListOld) void reload();
    },
  };
}

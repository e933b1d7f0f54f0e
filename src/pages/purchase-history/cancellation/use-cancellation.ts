import { useTranslate } from '@refinedev/core';
import { useReducer, useRef } from 'react';
import { checkCancellation, executeCancellation } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { useIsHere } from '#src/components/lost-answer/use-is-here.ts';
import { useUnloadGuard } from '#src/components/lost-answer/use-unload-guard.ts';
import { useWaiting } from '#src/components/lost-answer/use-waiting.ts';
import { type Outcome, findOutcome } from '#src/providers/data/find-outcome.ts';
import { useCommand } from '#src/hooks/use-command.ts';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { ApiError, GENERIC, isOutcomeUnknown, toApiError } from '#src/providers/http/api-error.ts';
import { notifyError } from '#src/providers/http/notify-error.ts';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { NOTICE_MS, SUCCESS_NOTICE_MS, showAlert } from '#src/providers/notifications/alert-store.ts';
import {
  type CancellationEnding,
  type CancellationState,
  type CancellationTarget,
  NO_CANCELLATION,
  cancellationReducer,
} from './cancellation-state.ts';
import { usePurchaseLookup } from './use-purchase-lookup.ts';
import { useTellElsewhere } from './use-tell-elsewhere.ts';

/** A storno, and what may be done with it. */
export interface Cancellation {
  readonly state: CancellationState;
  /** The check; it opens the dialog that its answer asks for. */
  readonly check: (target: CancellationTarget) => void;
  /** Executes the storno; `otp` is absent for a confirmation without a code (§7). */
  readonly execute: (otp?: string) => void;
  /** Asks the history once more what became of the storno. */
  readonly askOutcome: () => void;
  /** Waits no longer for what is under way; a storno is then asked about. */
  readonly stopWaiting: () => void;
  readonly close: () => void;
}

/** Refusals behind which the storno may hide although no answer was lost here: the request arrived twice, or the reason got lost. */
const MAY_HIDE_STORNO = new Set(['TRANSACTION_ALREADY_EXECUTED', GENERIC]);

/**
 * The storno of a purchase in its two phases (§4). An execution whose answer is lost is never simply repeated: the
 * history says whether the purchase was cancelled (decisions §2). A double click is one request.
 * What is under way goes on when the screen is left.
 * @param reload loads the list anew
 */
export function useCancellation(reload: () => Promise<unknown>): Cancellation {
  const translate = useTranslate();
  const errorText = useErrorText();
  const once = useSingleFlight();
  const [state, dispatch] = useReducer(cancellationReducer, NO_CANCELLATION);
  const { run: runCheck } = useCommand(checkCancellation);
  const { run: runExecute } = useCommand(executeCancellation);
  const findCancelled = usePurchaseLookup();
  const waiting = useWaiting();
  const isHere = useIsHere();
  const tellElsewhere = useTellElsewhere();
  /** Purchases of which the answer to a storno was lost, whatever dialog has been closed since. */
  const lost = useRef(new Set<Id>());
  useUnloadGuard(state.activity === 'executing' || state.activity === 'verifying');

  /** In the dialog; once the screen is left, by an alert that stays. */
  function tell(ending: CancellationEnding, { purchase }: CancellationTarget): void {
    if (isHere.current) dispatch(ending);
    else tellElsewhere(ending, purchase.purchaseId);
  }

  /** @param how whether the server said so, or its history after its answer was lost */
  async function finish({ purchase }: CancellationTarget, how: 'done' | 'doneAfterAll'): Promise<void> {
    lost.current.delete(purchase.purchaseId);
    dispatch({ type: 'ended' });
    const title = translate('purchases:cancellation.success');
    const text = translate(`purchases:cancellation.${how}`, { id: purchase.purchaseId });
    showAlert({ kind: 'success', title, text, duration: SUCCESS_NOTICE_MS, dismissible: true });
    await reload();
  }

  async function find(target: CancellationTarget, isPatient: boolean): Promise<Outcome<true>['kind']> {
    const signal = waiting.begin();
    const { kind } = await findOutcome(() => findCancelled(target, signal), { isPatient, signal });
    if (kind === 'done') await finish(target, 'doneAfterAll');
    return kind;
  }

  async function settle(target: CancellationTarget, isPatient: boolean): Promise<Outcome<true>['kind']> {
    dispatch({ type: 'outcomeAsked' });
    const kind = await find(target, isPatient);
    if (kind === 'notDone') tell({ type: 'outcomeNotCancelled' }, target);
    if (kind === 'unknown') tell({ type: 'outcomeUnknown' }, target);
    return kind;
  }

  async function check(target: CancellationTarget): Promise<void> {
    const { purchaseId } = target.purchase;
    dispatch({ type: 'checkStarted', target });
    try {
      const { txCommand } = await runCheck({ params: { purchaseId } });
      const { txCommandId, otpRequired } = txCommand;
      dispatch({ type: 'checkPassed', txCommandId, needsCode: otpRequired === true });
    } catch (error) {
      const refusal = toApiError(error);
      if (lost.current.has(purchaseId) && (await find(target, false)) === 'done') return;
      dispatch({ type: 'ended' });
      if (refusal.shown) return;
      const words = { title: translate('error:attention'), text: errorText(refusal) };
      showAlert({ kind: 'danger', ...words, duration: NOTICE_MS, dismissible: true });
      await reload();
    }
  }

  async function settleLost(target: CancellationTarget, failure: ApiError): Promise<void> {
    lost.current.add(target.purchase.purchaseId);
    dispatch({ type: 'answerLost' });
    const kind = await settle(target, true);
    if (kind !== 'done' && !failure.lost) notifyError(failure);
  }

  async function settleRefusal(target: CancellationTarget, refusal: ApiError): Promise<void> {
    const wasLost = lost.current.has(target.purchase.purchaseId);
    if (wasLost || MAY_HIDE_STORNO.has(refusal.description)) {
      dispatch({ type: 'outcomeAsked' });
      const kind = await find(target, false);
      if (kind === 'done') return;
      const isExecuted = refusal.description === 'TRANSACTION_ALREADY_EXECUTED';
      // The dialog gives the reason as it came; elsewhere it would be told as not cancelled, which nobody knows.
      const isToldElsewhere = !isHere.current && !refusal.shown;
      if (kind === 'unknown' && (wasLost || isExecuted || isToldElsewhere)) {
        lost.current.add(target.purchase.purchaseId);
        dispatch({ type: 'answerLost' });
        tell({ type: 'outcomeUnknown' }, target);
        return;
      }
    }
    tell({ type: 'executeRefused', refusal }, target);
  }

  async function execute(target: CancellationTarget, otp?: string): Promise<void> {
    dispatch({ type: 'executeStarted' });
    const signal = waiting.begin();
    try {
      const { purchaseId } = target.purchase;
      const { txCommandId } = state;
      await runExecute({ params: { purchaseId }, body: { txCommandId, otp } }, { alerts: 'unless-lost', signal });
    } catch (error) {
      const refusal = toApiError(error);
      if (signal.aborted) await settleLost(target, new ApiError({ lost: true }));
      else if (isOutcomeUnknown(refusal)) await settleLost(target, refusal);
      else await settleRefusal(target, refusal);
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
      if (asked) {
        once(async () => {
          await settle(asked, false);
        });
      }
    },
    stopWaiting: waiting.stop,
    close: () => {
      const isListOld = state.answerLost || state.obstacle !== null;
      dispatch({ type: 'ended' });
      if (isListOld) void reload();
    },
  };
}

import { useTranslate } from '@refinedev/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { checkCancellation, executeCancellation } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { CommandDialogs } from '#src/components/command/command-dialogs.tsx';
import { useCallMutation } from '#src/providers/api/call-hooks.ts';
import { type CommandProblem, type CommandState, lostCommand } from '#src/providers/api/command-reducer.ts';
import { type TwoPhaseCommand, useTwoPhaseCommand } from '#src/providers/api/use-two-phase-command.ts';
import { useErrorText } from '#src/providers/notifications/use-error-text.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { purchaseFacts } from './purchase-facts.ts';
import { type CancellationTarget, useReadIsCancelled } from './use-read-is-cancelled.ts';

export interface Cancellation {
  /** The purchase being cancelled. Kept while the dialog fades out. */
  readonly target: CancellationTarget | null;
  readonly state: CommandState;
  /** Runs the check and opens the dialog that it asks for. */
  readonly check: (target: CancellationTarget) => void;
  /** Executes the cancellation; `otp` is undefined for a confirmation without a code (§7). */
  readonly execute: (otp?: string) => void;
  readonly verify: () => void;
  /** Stops waiting for the running request. An interrupted cancellation is then verified. */
  readonly stopWaiting: () => void;
  readonly close: () => void;
}

const keyOf = ({ purchase }: CancellationTarget) => String(purchase.purchaseId);

/** A lost response shows in a dialog, because the list has no place for it. */
function shownState(state: CommandState): CommandState {
  const isAboutLost = state.activity === 'verifying' || (state.problem && state.problem.kind !== 'refused');
  return isAboutLost ? { ...state, dialog: state.dialog ?? 'confirmation' } : state;
}

/** Shows the outcome of a cancellation after the user has left the screen, in a lasting alert (rules §2). */
function useNotifyElsewhere(): (target: CancellationTarget, problem: CommandProblem) => void {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { notify } = useNotify();
  return ({ purchase }, problem) => {
    // The error policy has shown this refusal already.
    if (problem.kind === 'refused' && problem.refusal.shown) return;
    const words = translate(`purchases:cancellation.elsewhere.${problem.kind}`, { id: purchase.purchaseId });
    const texts = problem.kind === 'refused' ? { title: words, text: errorText(problem.refusal) } : { text: words };
    notify({ kind: 'danger', ...texts, duration: null });
  };
}

/**
 * Cancels a purchase in two phases (§4). After a lost response the history says whether the purchase was cancelled
 * (rules §2).
 * @param reload reloads the list
 */
export function useCancellation(reload: () => Promise<unknown>): Cancellation {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { notify } = useNotify();
  const [target, setTarget] = useState<CancellationTarget | null>(null);
  const { run: runCheck } = useCallMutation(checkCancellation);
  const { run: runExecute } = useCallMutation(executeCancellation);
  const isCancelled = useReadIsCancelled();
  const onProblemElsewhere = useNotifyElsewhere();

  const cancellation: TwoPhaseCommand<CancellationTarget, null> = {
    keyOf,
    check: async ({ purchase: { purchaseId } }, signal) =>
      (await runCheck({ params: { purchaseId } }, { signal })).txCommand,
    execute: async ({ purchase: { purchaseId } }, execution, options) => {
      await runExecute({ params: { purchaseId }, body: execution }, options);
      return null;
    },
    find: async (wanted, { signal }) => ((await isCancelled(wanted, signal)) ? { result: null } : 'pending'),
    onDone: ({ purchase: { purchaseId } }, _result, how) => {
      const title = translate('purchases:cancellation.success');
      const text = translate(`purchases:cancellation.${how === 'found' ? 'doneAfterAll' : 'done'}`, { id: purchaseId });
      notify({ kind: 'success', title, text });
      void reload();
    },
    onCheckRefused: (_target, refusal) => {
      if (!refusal.shown) notify({ kind: 'danger', title: translate('error:attention'), text: errorText(refusal) });
      void reload();
    },
    onProblemElsewhere,
  };
  const command = useTwoPhaseCommand(cancellation);
  const { state } = command;

  const shown = shownState(state);
  // A dialog that fades out can still be pressed: only an open question is executed.
  const openTarget = shown.dialog && target;
  return {
    target,
    state: shown,
    check: (wanted) => {
      if (openTarget || state.activity !== 'idle') return;
      setTarget(wanted);
      void command.check(wanted);
    },
    execute: (otp) => {
      if (openTarget) void command.execute(openTarget, otp);
    },
    verify: () => {
      if (openTarget) void command.verify(openTarget);
    },
    stopWaiting: command.stopWaiting,
    close: () => {
      const isListOld = state.problem !== null || lostCommand(state, state.key) !== undefined;
      command.drop();
      if (isListOld) void reload();
    },
  };
}

interface CancellationDialogsProps {
  /** The purchase to cancel. A new object starts a new check. */
  readonly wanted: CancellationTarget | null;
  readonly reload: () => Promise<unknown>;
  /** Called with the purchase that is being checked. */
  readonly onChecking: (purchaseId: Id | undefined) => void;
  /** Called when the dialog has faded out. */
  readonly onAfterClose: () => void;
}

/** The code dialog or 'Conferma Storno', as the check of the cancellation asks (§2, §4). */
export function CancellationDialogs({ wanted, reload, onChecking, onAfterClose }: CancellationDialogsProps) {
  const { target, state, check, execute, verify, stopWaiting, close } = useCancellation(reload);
  const translate = useTranslate();

  const checked = useRef<CancellationTarget>(null);
  const begin = useEffectEvent(check);
  useEffect(() => {
    if (!wanted || checked.current === wanted) return;
    checked.current = wanted;
    begin(wanted);
  }, [wanted]);

  const checkingId = state.activity === 'checking' ? target?.purchase.purchaseId : undefined;
  useEffect(() => {
    onChecking(checkingId);
  }, [checkingId, onChecking]);

  if (!target) return null;

  const words = (key: string) => translate(`purchases:cancellation.${key}`, { ...purchaseFacts(target.purchase) });
  return (
    <CommandDialogs
      state={state}
      texts={{
        pin: {
          title: words('codeTitle'),
          hint: words('codeHint'),
          words: { text: words('codeText'), label: words('codeLabel'), missing: words('codeMissing') },
        },
        confirmation: { title: words('title'), text: words('text'), enterMeans: 'no' },
        notDone: words('notDone'),
        unknown: words('unknown'),
        wrongCode: words('wrongCode'),
        verifying: words('verifying'),
      }}
      onExecute={execute}
      onVerify={verify}
      onStopWaiting={stopWaiting}
      onClose={close}
      onAfterClose={onAfterClose}
    />
  );
}

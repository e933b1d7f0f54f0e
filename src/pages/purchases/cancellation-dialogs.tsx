import { useTranslate } from '@refinedev/core';
import { useState } from 'react';
import { checkCancellation, executeCancellation, type Purchase, searchPurchases } from '#contract/calls/purchases.ts';
import { formatTotal } from '#contract/rules/money.ts';
import { CommandDialogs } from '#src/components/command/command-dialogs.tsx';
import { isCancelled } from '#src/components/display/statuses.ts';
import { ApiError } from '#src/providers/api/api-error.ts';
import { useCallMutation, useLazyCall } from '#src/providers/api/call-hooks.ts';
import { type CommandState, lostCommand } from '#src/providers/api/command-reducer.ts';
import { useFeatures } from '#src/providers/api/features.ts';
import { timeLimits } from '#src/providers/api/time-limits.ts';
import { type TwoPhaseCommand, useTwoPhaseCommand } from '#src/providers/api/use-two-phase-command.ts';
import { useErrorText, useNotify } from '#src/providers/notifications/use-notify.ts';
import { PurchaseFacts } from './purchase-details.tsx';

/** A purchase to cancel, and its position in the list. */
interface CancellationTarget {
  readonly purchase: Purchase;
  /** The purchase is among this number of newest purchases of the list. */
  readonly within: number;
}

/** Purchases made after the list was loaded move the purchase further down. */
const NEWER_MEANWHILE = 20;

/** A lost response shows in a dialog, because the list has no place for it. */
function shownState(state: CommandState): CommandState {
  const isAboutLost = state.activity === 'verifying' || (state.problem && state.problem.kind !== 'refused');
  return isAboutLost ? { ...state, dialog: state.dialog ?? 'confirmation' } : state;
}

/**
 * Cancels a purchase in two phases (§4). After a lost response the history says whether the purchase was cancelled
 * (rules §2).
 * @param reload reloads the list
 */
export function useCancellation(reload: () => Promise<unknown>) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { notify } = useNotify();
  const [target, setTarget] = useState<CancellationTarget | null>(null);
  const { run: runCheck } = useCallMutation(checkCancellation);
  const { run: runExecute } = useCallMutation(executeCancellation);
  const fetchPurchases = useLazyCall(searchPurchases);
  const { filters } = useFeatures();

  /**
   * Reads from the server whether a purchase is cancelled. §7 has no call for a single purchase. If the server cannot
   * search by number, the newest purchases are read: those of the purchase's patient, if the purchase names one.
   * @throws ApiError if the server does not answer or the purchase is not found
   */
  async function readIsCancelled({ purchase, within }: CancellationTarget, signal: AbortSignal): Promise<boolean> {
    const { purchaseId, patient, dossierId } = purchase;
    const whose = patient?.patientId === undefined ? {} : { patientId: patient.patientId, dossierId };
    const newest = { ...whose, page: 0, size: within + NEWER_MEANWHILE };
    const sought = filters.purchases?.includes('purchaseId') ? { purchaseId, page: 0, size: 1 } : newest;
    const options = { alerts: 'expiry-only', timeout: timeLimits.question, signal } as const;
    const { purchases } = await fetchPurchases({ query: { ...sought, sort: 'createTime,desc' } }, options);
    const found = purchases.find((other) => other.purchaseId === purchaseId);
    if (!found) throw new ApiError({});
    return isCancelled(found);
  }

  const cancellation: TwoPhaseCommand<CancellationTarget, null> = {
    keyOf: ({ purchase }) => String(purchase.purchaseId),
    check: async ({ purchase: { purchaseId } }, signal) =>
      (await runCheck({ params: { purchaseId } }, { signal })).txCommand,
    execute: async ({ purchase: { purchaseId } }, execution, options) => {
      await runExecute({ params: { purchaseId }, body: execution }, options);
      return null;
    },
    find: async (wanted, { signal }) => ((await readIsCancelled(wanted, signal)) ? { result: null } : 'pending'),
    onDone: ({ purchase: { purchaseId } }, _result, how) => {
      const title = translate('purchases:cancellation.success');
      const text = translate(`purchases:cancellation.${how === 'found' ? 'doneAfterAll' : 'done'}`, { id: purchaseId });
      notify({ kind: 'success', title, text });
      void reload();
    },
    onCheckRefused: (_target, refusal) => {
      const reason = errorText(refusal);
      const isLocked = refusal.description === 'TRANSACTION_LOCKED';
      const locked = translate('error:withReason', { text: translate('purchases:cancellation.lockedCode'), reason });
      if (!refusal.shown) {
        notify({ kind: 'danger', title: translate('error:attention'), text: isLocked ? locked : reason });
      }
      void reload();
    },
    // In a lasting alert.
    onProblemElsewhere: ({ purchase }, problem) => {
      // The error policy has shown this refusal already.
      if (problem.kind === 'refused' && problem.refusal.shown) return;
      const words = translate(`purchases:cancellation.elsewhere.${problem.kind}`, { id: purchase.purchaseId });
      const texts = problem.kind === 'refused' ? { title: words, text: errorText(problem.refusal) } : { text: words };
      notify({ kind: 'danger', ...texts, duration: null });
    },
  };
  const command = useTwoPhaseCommand(cancellation);
  const { state } = command;

  const shown = shownState(state);
  // A dialog that fades out can still be pressed: only an open question is executed.
  const openTarget = shown.dialog && target;
  return {
    /** The purchase being cancelled. Kept while the dialog fades out. */
    target,
    state: shown,
    checkingId: state.activity === 'checking' ? target?.purchase.purchaseId : undefined,
    check: (wanted: CancellationTarget) => {
      if (openTarget || state.activity !== 'idle') return;
      setTarget(wanted);
      void command.check(wanted);
    },
    execute: (otp?: string) => {
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

export type Cancellation = ReturnType<typeof useCancellation>;

interface CancellationDialogsProps {
  readonly cancellation: Cancellation;
  readonly onAfterClose: () => void;
}

/** The code dialog or 'Conferma Storno', as the check of the cancellation asks (§2, §4). */
export function CancellationDialogs({ cancellation, onAfterClose }: CancellationDialogsProps) {
  const { target, state } = cancellation;
  const translate = useTranslate();
  if (!target) return null;

  const { purchase } = target;
  const total = formatTotal(purchase.itemsAmount);
  const words = (key: string) => translate(`purchases:cancellation.${key}`, { total });
  return (
    <CommandDialogs
      state={state}
      details={<PurchaseFacts of={purchase} />}
      texts={{
        pin: {
          title: words('codeTitle'),
          hint: words('codeHint'),
          words: { text: words('codeText'), label: words('codeLabel'), missing: words('codeMissing') },
          submitLabel: words('confirm'),
        },
        confirmation: { title: words('title'), text: words('text'), enterMeans: 'no', yesLabel: words('yes') },
        notDone: words('notDone'),
        unknown: words('unknown'),
        code: { wrong: words('wrongCode'), locked: words('lockedCode') },
        verifying: words('verifying'),
      }}
      onExecute={cancellation.execute}
      onVerify={cancellation.verify}
      onStopWaiting={cancellation.stopWaiting}
      onClose={cancellation.close}
      onAfterClose={onAfterClose}
    />
  );
}

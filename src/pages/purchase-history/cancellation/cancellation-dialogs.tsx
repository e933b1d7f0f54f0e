import { useTranslate } from '@refinedev/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Id } from '#contract/wire.ts';
import { CommandDialogs } from '#src/components/command-dialogs/command-dialogs.tsx';
import { purchaseFacts } from '../purchase-facts.ts';
import { useCancellation } from './use-cancellation.ts';
import type { CancellationTarget } from './use-read-is-cancelled.ts';

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

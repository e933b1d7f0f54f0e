import { useTranslate } from '@refinedev/core';
import { CommandDialogs } from '#src/components/command-dialogs/command-dialogs.tsx';
import { purchaseFacts } from '../purchase-facts.ts';
import type { Cancellation } from './use-cancellation.ts';

interface CancellationDialogsProps {
  readonly cancellation: Cancellation;
  /** The dialog has faded out. */
  readonly onGone: () => void;
}

/** The code dialog or 'Conferma Storno', as the check of the cancellation asked for (§2, §4). */
export function CancellationDialogs({ cancellation, onGone }: CancellationDialogsProps) {
  const { target, state, execute, verify, stopWaiting, close } = cancellation;
  const translate = useTranslate();
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
      onGone={onGone}
    />
  );
}

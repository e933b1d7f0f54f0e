import { useTranslate } from '@refinedev/core';
import { ConfirmDialog } from '#src/components/confirm-dialog/confirm-dialog.tsx';
import { WaitingNotice } from '#src/components/lost-answer/waiting-notice.tsx';
import { PinDialog } from '#src/components/pin-dialog/pin-dialog.tsx';
import { purchaseFacts } from '../purchase-facts.ts';
import { CancellationMessage } from './cancellation-message.tsx';
import type { CancellationState } from './cancellation-state.ts';

interface CancellationDialogsProps {
  readonly state: CancellationState;
  /** `otp` is absent for a confirmation without a code (§7). */
  readonly onExecute: (otp?: string) => void;
  readonly onAskOutcome: () => void;
  readonly onStopWaiting: () => void;
  readonly onClose: () => void;
  /** The dialog has faded out. */
  readonly onGone: () => void;
}

/** The code dialog or 'Conferma Storno', as the check of the storno asked for (§2, §4). */
export function CancellationDialogs(props: CancellationDialogsProps) {
  const { state, onExecute, onAskOutcome, onStopWaiting, onClose, onGone } = props;
  const translate = useTranslate();
  const { target, dialog, obstacle, commandAlive, activity } = state;
  if (!target) return null;

  const words = (key: string) => translate(`purchases:cancellation.${key}`, purchaseFacts(target.purchase));
  const isBusy = activity !== 'idle';
  const isAllowed = commandAlive && obstacle?.kind !== 'inDoubt';
  const error = obstacle && <CancellationMessage obstacle={obstacle} onAskOutcome={onAskOutcome} />;
  const shared = {
    error,
    tone: obstacle === null || obstacle.kind === 'refused' ? 'error' : 'warning',
    waiting: (
      <WaitingNotice
        key={activity}
        text={activity === 'verifying' ? words('verifying') : undefined}
        onStop={onStopWaiting}
      />
    ),
    isBusy,
    onClose,
    onGone,
  } as const;
  return (
    <>
      <PinDialog
        isOpen={dialog === 'code'}
        title={words('codeTitle')}
        hint={words('codeHint')}
        words={{ text: words('codeText'), label: words('codeLabel'), missing: words('codeMissing') }}
        canSubmit={isAllowed}
        onSubmit={onExecute}
        {...shared}
      />
      <ConfirmDialog
        isOpen={dialog === 'confirmation'}
        title={words('title')}
        text={words('text')}
        canConfirm={isAllowed}
        enterMeans="no"
        onYes={() => onExecute()}
        {...shared}
      />
    </>
  );
}

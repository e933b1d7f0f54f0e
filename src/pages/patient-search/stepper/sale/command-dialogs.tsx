import { useTranslate } from '@refinedev/core';
import { ConfirmDialog } from '#src/components/confirm-dialog/confirm-dialog.tsx';
import { PinDialog } from '#src/components/pin-dialog/pin-dialog.tsx';
import type { StepperState } from '../stepper-state.ts';
import { ObstacleMessage } from './obstacle-message.tsx';

interface CommandDialogsProps {
  /** Which of the two commands asks; it chooses the words. */
  readonly command: 'cart' | 'purchase';
  readonly state: StepperState;
  /** Executes the command; `otp` is absent for a confirmation without PIN (§7). */
  readonly onExecute: (otp?: string) => void;
  readonly onClose: () => void;
  readonly onAskOutcome?: () => void;
}

/** The PIN dialog or the yes/no dialog that the check of a command asked for (§4). */
export function CommandDialogs({ command, state, onExecute, onClose, onAskOutcome }: CommandDialogsProps) {
  const translate = useTranslate();
  const { dialog, obstacle, commandAlive } = state;
  const isBusy = state.activity !== 'idle';
  const isAllowed = commandAlive && obstacle?.kind !== 'purchaseInDoubt';
  const error = obstacle && dialog && <ObstacleMessage obstacle={obstacle} onAskOutcome={onAskOutcome} />;
  return (
    <>
      <PinDialog
        isOpen={dialog === 'pin'}
        title={translate(`sale:pin.title.${command}`)}
        hint={translate('sale:pin.hint')}
        error={error}
        isBusy={isBusy}
        canSubmit={isAllowed}
        onSubmit={onExecute}
        onClose={onClose}
      />
      <ConfirmDialog
        isOpen={dialog === 'confirmation'}
        title={translate(`sale:confirmation.title.${command}`)}
        text={translate(`sale:confirmation.text.${command}`)}
        error={error}
        isBusy={isBusy}
        canConfirm={isAllowed}
        onYes={() => onExecute()}
        onClose={onClose}
      />
    </>
  );
}

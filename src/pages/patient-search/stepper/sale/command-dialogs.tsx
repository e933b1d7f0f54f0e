import { useTranslate } from '@refinedev/core';
import { ConfirmDialog } from '#src/components/confirm-dialog/confirm-dialog.tsx';
import { WaitingNotice } from '#src/components/lost-answer/waiting-notice.tsx';
import { PinDialog } from '#src/components/pin-dialog/pin-dialog.tsx';
import type { StepperState } from '../stepper-state.ts';
import { ObstacleMessage, obstacleTone } from './obstacle-message.tsx';
import { useWaitingText } from './use-waiting-text.ts';

interface CommandDialogsProps {
  /** Which of the two commands asks; it chooses the words. */
  readonly command: 'cart' | 'purchase';
  readonly state: StepperState;
  /** Executes the command; `otp` is absent for a confirmation without PIN (§7). */
  readonly onExecute: (otp?: string) => void;
  readonly onClose: () => void;
  readonly onAskOutcome: () => void;
  readonly onStopWaiting: () => void;
}

/** The PIN dialog or the yes/no dialog that the check of a command asked for (§4). */
export function CommandDialogs(props: CommandDialogsProps) {
  const { command, state, onExecute, onClose, onAskOutcome, onStopWaiting } = props;
  const translate = useTranslate();
  const { dialog, obstacle, commandAlive, activity } = state;
  const isBusy = activity !== 'idle';
  const waitingText = useWaitingText(activity);
  const isAllowed = commandAlive && obstacle?.kind !== 'purchaseInDoubt';
  const error = obstacle && dialog && <ObstacleMessage obstacle={obstacle} onAskOutcome={onAskOutcome} />;
  const shared = {
    error,
    tone: obstacle ? obstacleTone(obstacle) : 'error',
    waiting: <WaitingNotice key={activity} text={waitingText} onStop={onStopWaiting} />,
    isBusy,
    // 'Verifica esito' has taken it.
    givesFocusBack: obstacle?.kind !== 'cartInDoubt',
    onClose,
  } as const;
  return (
    <>
      <PinDialog
        isOpen={dialog === 'pin'}
        title={translate(`sale:pin.title.${command}`)}
        hint={translate('sale:pin.hint')}
        canSubmit={isAllowed}
        onSubmit={onExecute}
        {...shared}
      />
      <ConfirmDialog
        isOpen={dialog === 'confirmation'}
        title={translate(`sale:confirmation.title.${command}`)}
        text={translate(`sale:confirmation.text.${command}`)}
        canConfirm={isAllowed}
        onYes={() => onExecute()}
        {...shared}
      />
    </>
  );
}

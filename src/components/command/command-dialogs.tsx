import { useTranslate } from '@refinedev/core';
import type { ComponentProps, ReactNode } from 'react';
import type { CommandState } from '#src/providers/api/command-reducer.ts';
import type { DialogFrame } from '../dialog/dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { ProblemMessage, type ProblemTexts, problemTone, WaitingNotice } from './messages.tsx';
import { PinDialog } from './pin-dialog.tsx';

export interface CommandTexts extends ProblemTexts {
  readonly pin: Pick<ComponentProps<typeof PinDialog>, 'title' | 'hint' | 'words' | 'submitLabel'>;
  readonly confirmation: Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'text' | 'enterMeans' | 'yesLabel'>;
}

interface CommandDialogsProps {
  readonly state: CommandState;
  readonly texts: CommandTexts;
  readonly details?: ReactNode;
  /** Executes the command; `otp` is absent for a confirmation without PIN (§7). */
  readonly onExecute: (otp?: string) => void;
  readonly onVerify: () => void;
  readonly onStopWaiting: () => void;
  readonly onClose: () => void;
  readonly onAfterClose?: DialogFrame['onAfterClose'];
}

/** The dialog that the check of a command asks for: PIN, or yes/no (§4). */
export function CommandDialogs(props: CommandDialogsProps) {
  const { state, texts, onExecute, onVerify, onStopWaiting, ...rest } = props;
  const translate = useTranslate();
  const { dialog, problem, isExecutable, activity } = state;
  const isUnknown = problem?.kind === 'unknown';
  const shared = {
    ...rest,
    error: problem && dialog && <ProblemMessage problem={problem} texts={texts} onVerify={onVerify} />,
    tone: problem ? problemTone(problem) : 'error',
    waiting: (
      <WaitingNotice
        activity={activity}
        text={activity === 'verifying' ? texts.verifying : undefined}
        onStop={onStopWaiting}
      />
    ),
    isBusy: activity !== 'idle',
    // 'Verifica esito' has the focus.
    givesFocusBack: !isUnknown || dialog !== null,
  } as const;
  return (
    <>
      <PinDialog
        isOpen={dialog === 'pin'}
        canSubmit={isExecutable && !isUnknown}
        onSubmit={onExecute}
        {...texts.pin}
        {...shared}
      />
      <ConfirmDialog
        isOpen={dialog === 'confirmation'}
        canConfirm={isExecutable && !isUnknown}
        onYes={() => onExecute()}
        noLabel={translate('common:no')}
        {...texts.confirmation}
        {...shared}
      />
    </>
  );
}

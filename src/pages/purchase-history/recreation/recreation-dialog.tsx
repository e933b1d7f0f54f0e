import { useTranslate } from '@refinedev/core';
import type { Dispatch, SetStateAction } from 'react';
import { ConfirmDialog } from '#src/components/command-dialogs/confirm-dialog.tsx';
import { WaitingNotice } from '#src/components/command-dialogs/waiting-notice.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { purchaseFacts } from '../purchase-facts.ts';
import type { RecreationState } from './recreation-state.ts';
import { useRecreation } from './use-recreation.ts';

interface RecreationDialogProps {
  readonly state: RecreationState;
  readonly setState: Dispatch<SetStateAction<RecreationState>>;
  readonly reload: () => Promise<unknown>;
  /** Called when the dialog has faded out. */
  readonly onAfterClose: () => void;
}

/** 'CONFERMA CREAZIONE CARRELLO' (§2). */
export function RecreationDialog({ state, setState, reload, onAfterClose }: RecreationDialogProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const recreation = useRecreation(state, setState, reload);
  const { purchase, isOpen, isBusy, refusal } = state;
  if (!purchase) return null;

  const error = refusal && (refusal.lost ? translate('purchases:recreation.lost') : errorText(refusal));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={translate('purchases:recreation.title')}
      text={translate('purchases:recreation.text', { ...purchaseFacts(purchase) })}
      error={error}
      tone={refusal?.lost ? 'warning' : 'error'}
      waiting={<WaitingNotice activity={isBusy ? 'creating' : 'idle'} onStop={recreation.stopWaiting} />}
      isBusy={isBusy}
      onYes={recreation.confirm}
      onClose={recreation.close}
      onAfterClose={onAfterClose}
    />
  );
}

import { useTranslate } from '@refinedev/core';
import { ConfirmDialog } from '#src/components/command-dialogs/confirm-dialog.tsx';
import { WaitingNotice } from '#src/components/command-dialogs/waiting-notice.tsx';
import { useErrorText } from '#src/hooks/use-error-text.ts';
import { purchaseFacts } from '../purchase-facts.ts';
import type { RecreationState } from './use-recreation.ts';

interface RecreationDialogProps {
  readonly state: RecreationState;
  readonly onConfirm: () => void;
  readonly onStopWaiting: () => void;
  readonly onClose: () => void;
  /** The dialog has faded out. */
  readonly onGone: () => void;
}

/** 'CONFERMA CREAZIONE CARRELLO' (§2). */
export function RecreationDialog({ state, onConfirm, onStopWaiting, onClose, onGone }: RecreationDialogProps) {
  const translate = useTranslate();
  const errorText = useErrorText();
  const { purchase, isAsked, isBusy, refusal } = state;
  if (!purchase) return null;

  const error = refusal && (refusal.lost ? translate('purchases:recreation.lost') : errorText(refusal));
  return (
    <ConfirmDialog
      isOpen={isAsked}
      title={translate('purchases:recreation.title')}
      text={translate('purchases:recreation.text', { ...purchaseFacts(purchase) })}
      error={error}
      tone={refusal?.lost ? 'warning' : 'error'}
      waiting={<WaitingNotice onStop={onStopWaiting} />}
      isBusy={isBusy}
      onYes={onConfirm}
      onClose={onClose}
      onGone={onGone}
    />
  );
}

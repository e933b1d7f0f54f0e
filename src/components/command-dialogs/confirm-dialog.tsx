import { Dialog } from '../dialog/dialog.tsx';
import { ConfirmChoice, type ConfirmChoiceProps } from './confirm-choice.tsx';

interface ConfirmDialogProps extends Omit<ConfirmChoiceProps, 'onNo'> {
  readonly isOpen: boolean;
  readonly title: string;
  /** Esc or the cross; 'No' too when it has nothing else to do. */
  readonly onClose: () => void;
  readonly onNo?: () => void;
  /** See `Dialog`. */
  readonly givesFocusBack?: boolean;
  /** The dialog has faded out, and the focus is back where it was. */
  readonly onGone?: () => void;
}

/** Asks yes or no (§2). It does not close while the answer is being carried out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, onClose, onNo = onClose, onGone, givesFocusBack, ...choice } = props;
  const frame = { isOpen, title, onClose, onGone, givesFocusBack };
  return (
    <Dialog {...frame} isBusy={choice.isBusy}>
      <ConfirmChoice {...choice} onNo={onNo} />
    </Dialog>
  );
}

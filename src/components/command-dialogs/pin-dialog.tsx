import { Dialog } from '../dialog/dialog.tsx';
import { PinForm, type PinFormProps } from './pin-form.tsx';

interface PinDialogProps extends PinFormProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** See `Dialog`. */
  readonly givesFocusBack?: boolean;
  /** The dialog has faded out, and the focus is back where it was. */
  readonly onGone?: () => void;
}

/**
 * Asks for a PIN or a code (§2, §5). An error stands in place and the dialog stays open; what was typed is forgotten
 * on closing. It does not close while the code is being checked.
 */
export function PinDialog({ isOpen, title, onGone, givesFocusBack, ...form }: PinDialogProps) {
  const frame = { isOpen, title, onGone, givesFocusBack };
  return (
    <Dialog {...frame} isBusy={form.isBusy} onClose={form.onClose}>
      <PinForm {...form} />
    </Dialog>
  );
}

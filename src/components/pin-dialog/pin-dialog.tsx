import { Modal } from 'antd';
import { PinForm, type PinFormProps } from './pin-form.tsx';

interface PinDialogProps extends PinFormProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** The dialog has faded out, and the focus is back where it was. */
  readonly onGone?: () => void;
}

/**
 * Asks for a PIN or a code (§2, §5). An error stands in place and the dialog stays open; what was typed is forgotten
 * on closing. It does not close while the code is being checked.
 */
export function PinDialog({ isOpen, title, onGone, ...form }: PinDialogProps) {
  return (
    <Modal
      open={isOpen}
      title={title}
      footer={null}
      destroyOnHidden
      maskClosable={false}
      keyboard={!form.isBusy}
      closable={!form.isBusy}
      onCancel={form.onClose}
      {...(onGone && { afterClose: onGone })}
    >
      <PinForm {...form} />
    </Modal>
  );
}

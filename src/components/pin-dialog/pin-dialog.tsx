import { Modal } from 'antd';
import { PinForm, type PinFormProps } from './pin-form.tsx';

interface PinDialogProps extends PinFormProps {
  readonly isOpen: boolean;
  readonly title: string;
}

/**
 * Asks for a PIN or a code (§2, §5). An error stands in place and the dialog stays open; what was typed is forgotten
 * on closing. It does not close while the code is being checked.
 */
export function PinDialog({ isOpen, title, ...form }: PinDialogProps) {
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
    >
      <PinForm {...form} />
    </Modal>
  );
}

import { Modal } from 'antd';
import { ConfirmChoice, type ConfirmChoiceProps } from './confirm-choice.tsx';

interface ConfirmDialogProps extends Omit<ConfirmChoiceProps, 'onNo'> {
  readonly isOpen: boolean;
  readonly title: string;
  /** Esc or the cross; 'No' too when it has nothing else to do. */
  readonly onClose: () => void;
  readonly onNo?: () => void;
  /** The dialog has faded out, and the focus is back where it was. */
  readonly onGone?: () => void;
}

/** Asks yes or no (§2). It does not close while the answer is being carried out. */
export function ConfirmDialog({ isOpen, title, onClose, onNo = onClose, onGone, ...choice }: ConfirmDialogProps) {
  return (
    <Modal
      open={isOpen}
      title={title}
      footer={null}
      destroyOnHidden
      maskClosable={false}
      keyboard={!choice.isBusy}
      closable={!choice.isBusy}
      onCancel={onClose}
      {...(onGone && { afterClose: onGone })}
    >
      <ConfirmChoice {...choice} onNo={onNo} />
    </Modal>
  );
}

import { useTranslate } from '@refinedev/core';
import { Modal } from 'antd';
import type { ReactNode } from 'react';
import { useEscape } from './use-escape.ts';

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What is under way keeps it open. */
  readonly isBusy?: boolean;
  /** Whether a click beside it closes it: not where something is typed or decided. */
  readonly closesOnMask?: boolean;
  /** As CSS says it; antd's own when not given. */
  readonly width?: string;
  readonly onClose: () => void;
  /** Whether the focus goes back to where it was: not where something else on the screen has taken it meanwhile. */
  readonly givesFocusBack?: boolean | undefined;
  /** It has faded out, and the focus is back where it was. */
  readonly onGone?: (() => void) | undefined;
  readonly children: ReactNode;
}

/** antd's dialog, closed by Esc or its cross, whose name antd would leave in English. */
export function Dialog(props: DialogProps) {
  const { isOpen, title, isBusy = false, closesOnMask = false, givesFocusBack = true } = props;
  const { width, onClose, onGone, children } = props;
  const translate = useTranslate();
  useEscape(isOpen && !isBusy, onClose);
  return (
    <Modal
      open={isOpen}
      title={title}
      footer={null}
      destroyOnHidden
      maskClosable={closesOnMask}
      keyboard={false}
      focusTriggerAfterClose={givesFocusBack}
      closable={!isBusy && { 'aria-label': translate('common:closeDialog') }}
      onCancel={onClose}
      {...(width !== undefined && { width })}
      {...(onGone && { afterClose: onGone })}
    >
      {children}
    </Modal>
  );
}

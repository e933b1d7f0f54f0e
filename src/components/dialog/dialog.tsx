import { useTranslate } from '@refinedev/core';
import { Modal } from 'antd';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { isModalOpen } from '../layout/modal-open.ts';

interface DialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  /** What is under way keeps it open. */
  readonly isBusy?: boolean;
  /** Whether a click beside it closes it: not where something is typed or decided. */
  readonly closesOnMask?: boolean;
  /** As CSS says it; antd's own when not given. */
  readonly width?: string | undefined;
  readonly onClose: () => void;
  /** Whether the focus goes back to where it was: not where something else on the screen has taken it meanwhile. */
  readonly givesFocusBack?: boolean | undefined;
  /** It has faded out, and the focus is back where it was. */
  readonly onGone?: (() => void) | undefined;
  readonly children: ReactNode;
}

/**
 * Esc in a dialog, from the moment it is there: antd hears the key only where the focus is inside, and takes the focus
 * after its 300 ms (§9). A list that is open in the dialog keeps the key to itself, as does a dialog that lies over it.
 * @param isOn whether the dialog is open and may be closed
 */
function useEscape(isOn: boolean, onEscape: () => void): void {
  const escape = useEffectEvent(onEscape);
  useEffect(() => {
    if (!isOn) return;
    function listen({ key }: KeyboardEvent): void {
      if (key === 'Escape' && isModalOpen() && !document.querySelector('dialog[open]')) escape();
    }
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOn]);
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

import { useTranslate } from '@refinedev/core';
import { Modal } from 'antd';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { isModalOpen } from '../plain/plain-dialog.tsx';

/** What a dialog made of `Dialog` passes on to it. */
export interface DialogFrame {
  readonly isOpen: boolean;
  readonly title: string;
  /** A CSS width. Default: antd's. */
  readonly width?: string | undefined;
  /** Whether the focus returns to where it was. False if another element has taken it meanwhile. */
  readonly givesFocusBack?: boolean | undefined;
  /** Called when the dialog has faded out and the focus is back. */
  readonly onAfterClose?: (() => void) | undefined;
}

interface DialogProps extends DialogFrame {
  /** Keeps the dialog open while an action runs. */
  readonly isBusy?: boolean;
  /** Whether a click outside closes it: false where the user types or decides. */
  readonly closesOnMask?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * Handles Esc from the first moment of a dialog: antd hears the key only with the focus inside, and takes the focus
 * only after 300 ms (§9). An open list in the dialog or a dialog above it handles the key first.
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

let openCount = 0;

/** Tells the style sheet that a dialog is open. */
function countOpen(change: 1 | -1): void {
  openCount += change;
  document.body.classList.toggle('has-dialog', openCount > 0);
}

/** antd's dialog, which Esc and the close button close. The close button has a translated name; antd's is English. */
export function Dialog(props: DialogProps) {
  const { isOpen, title, isBusy = false, closesOnMask = false, givesFocusBack = true } = props;
  const { width, onClose, onAfterClose, children } = props;
  const translate = useTranslate();
  useEscape(isOpen && !isBusy, onClose);
  useEffect(() => {
    if (!isOpen) return undefined;
    countOpen(1);
    return () => countOpen(-1);
  }, [isOpen]);
  const [hasOpened, setHasOpened] = useState(isOpen);
  if (isOpen && !hasOpened) setHasOpened(true);
  // A closed dialog would make antd compute its styles.
  if (!hasOpened) return null;
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
      {...(onAfterClose && { afterClose: onAfterClose })}
    >
      {children}
    </Modal>
  );
}

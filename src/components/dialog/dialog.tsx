import { useTranslate } from '@refinedev/core';
import { Modal } from 'antd';
import { type ReactNode, useState } from 'react';
import { useEscape } from '../plain/escape.ts';
import { useBodyClass } from '../plain/page-hooks.ts';

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

/** antd's dialog, which Esc and the close button close. The close button has a translated name; antd's is English. */
export function Dialog(props: DialogProps) {
  const { isOpen, title, isBusy = false, closesOnMask = false, givesFocusBack = true } = props;
  const { width, onClose, onAfterClose, children } = props;
  const translate = useTranslate();
  // antd hears Esc only with the focus inside, and takes the focus only after 300 ms (§9).
  useEscape(isBusy ? null : onClose, { isOn: isOpen });
  useBodyClass('has-dialog', isOpen);
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

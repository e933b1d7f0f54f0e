import { useTranslate } from '@refinedev/core';
import { Modal } from 'antd';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useDialogTurn } from '../plain/dialog-turn.ts';
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
  /** Whether it opens over another dialog instead of waiting for its end. Default: false. */
  readonly isAbove?: boolean | undefined;
}

interface DialogProps extends DialogFrame {
  /** Keeps the dialog open while an action runs. */
  readonly isBusy?: boolean;
  /** Whether a click outside closes it: false where the user types or decides. */
  readonly closesOnMask?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Tells whether the content is on the screen, where it stays while the dialog fades out. */
function Presence({ onChange }: { readonly onChange: (isPresent: boolean) => void }) {
  useLayoutEffect(() => {
    onChange(true);
    return () => onChange(false);
  }, [onChange]);
  return null;
}

/** antd's dialog, which Esc and the close button close. The close button has a translated name; antd's is English. It opens in its turn. */
export function Dialog(props: DialogProps) {
  const { isOpen, title, isBusy = false, closesOnMask = false, givesFocusBack = true, isAbove = false } = props;
  const { width, onClose, onAfterClose, children } = props;
  const translate = useTranslate();
  const [isPresent, setIsPresent] = useState(false);
  // The next dialog waits until this one has faded out and given the focus back.
  const isShown = useDialogTurn(isOpen || isPresent, isAbove).isShown && isOpen;
  // antd hears Esc only with the focus inside, and takes the focus only after 300 ms (§9).
  useEscape(isBusy ? null : onClose, { isOn: isShown });
  useBodyClass('has-dialog', isShown);
  const [hasOpened, setHasOpened] = useState(isShown);
  if (isShown && !hasOpened) setHasOpened(true);
  // A closed dialog would make antd compute its styles.
  if (!hasOpened) return null;
  return (
    <Modal
      open={isShown}
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
      <Presence onChange={setIsPresent} />
      {children}
    </Modal>
  );
}

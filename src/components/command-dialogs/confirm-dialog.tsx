import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ActionButton } from '../action-button/action-button.tsx';
import { useHoldBack } from '../action-button/use-second-press.ts';
import { useFocusWhenShown } from '../focus/use-focus-when-shown.ts';
import styles from './confirm-dialog.module.css';
import { Dialog } from '../dialog/dialog.tsx';

interface ConfirmChoiceProps {
  readonly text: string;
  /** What the question is about, below it. */
  readonly details?: ReactNode;
  /** Why the last attempt failed, or what is not known of it, and what to do next. */
  readonly error?: ReactNode;
  /** A warning where nothing is known to have failed; an error when not given. */
  readonly tone?: 'error' | 'warning';
  /** What is said while the answer is being carried out. */
  readonly waiting?: ReactNode;
  readonly isBusy?: boolean;
  /** Whether 'Sì' makes sense; false once a new check is needed. */
  readonly canConfirm?: boolean;
  /** Which answer a bare Enter gives; 'yes' when not given. */
  readonly enterMeans?: 'yes' | 'no';
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** The question of the confirmation dialog with its two answers. The Enter that brought it up does not answer it too. */
function ConfirmChoice(props: ConfirmChoiceProps) {
  const {
    text,
    details,
    error,
    tone = 'error',
    waiting,
    isBusy = false,
    canConfirm = true,
    enterMeans = 'yes',
  } = props;
  const { onYes, onNo } = props;
  const translate = useTranslate();
  const id = useId();
  const no = useRef<HTMLButtonElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  const holdBack = useHoldBack(isBusy);
  useFocusWhenShown(enterMeans === 'no' ? no : yes);

  useEffect(() => {
    // A button that can no longer be pressed would swallow Esc.
    const isAsked = messages.current?.contains(document.activeElement) === true;
    if (!isBusy && !canConfirm && !isAsked) no.current?.focus();
  }, [isBusy, canConfirm]);

  return (
    <div className={styles.choice}>
      <div id={id} className={styles.question}>
        <p>{text}</p>
        {details}
      </div>
      <div ref={messages} aria-live="assertive">
        {error && !isBusy && <Alert type={tone} showIcon message={error} />}
      </div>
      {isBusy && waiting}
      <div className={styles.answers}>
        <Button ref={no} size="large" aria-describedby={id} disabled={isBusy} onClick={onNo}>
          {translate('sale:no')}
        </Button>
        <ActionButton
          ref={yes}
          type="primary"
          size="large"
          aria-describedby={id}
          loading={isBusy}
          disabled={!canConfirm}
          onKeyDown={holdBack}
          onClick={onYes}
        >
          {translate('sale:yes')}
        </ActionButton>
      </div>
    </div>
  );
}

interface ConfirmDialogProps extends Omit<ConfirmChoiceProps, 'onNo'> {
  readonly isOpen: boolean;
  readonly title: string;
  /** Esc or the cross; 'No' too when it has nothing else to do. */
  readonly onClose: () => void;
  readonly onNo?: () => void;
  /** See `Dialog`. */
  readonly width?: string;
  /** See `Dialog`. */
  readonly givesFocusBack?: boolean;
  /** The dialog has faded out, and the focus is back where it was. */
  readonly onGone?: () => void;
}

/** Asks yes or no (§2). It does not close while the answer is being carried out. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, width, onClose, onNo = onClose, onGone, givesFocusBack, ...choice } = props;
  const frame = { isOpen, title, onClose, onGone, givesFocusBack, ...(width !== undefined && { width }) };
  return (
    <Dialog {...frame} isBusy={choice.isBusy}>
      <ConfirmChoice {...choice} onNo={onNo} />
    </Dialog>
  );
}

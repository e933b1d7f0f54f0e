import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { Dialog, type DialogFrame } from '../dialog/dialog.tsx';
import { useFocusWhenShown } from '../dialog/focus.ts';
import { ActionButton, useIgnoreRepeatedKey } from '../form/action-button.tsx';
import styles from './command.module.css';
import type { AttemptMessages } from './messages.tsx';

interface ConfirmChoiceProps extends AttemptMessages {
  /** The question, if the title does not ask it. */
  readonly text?: string;
  readonly isBusy?: boolean;
  /** What is done, for the button in place of 'Sì'; the other one is then 'Annulla' in place of 'No'. */
  readonly yesLabel?: string | undefined;
  /** What the other button says in place of 'No' or 'Annulla'. */
  readonly noLabel?: string | undefined;
  /** Whether what is done destroys something. */
  readonly isDanger?: boolean;
  /** Whether 'Sì' can be pressed; false once a new check is needed. */
  readonly canConfirm?: boolean;
  /** The answer that Enter gives. Default: 'yes'. */
  readonly enterMeans?: 'yes' | 'no';
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** The question of the confirmation dialog and its two buttons. The Enter that opened it does not answer it. */
function ConfirmChoice(props: ConfirmChoiceProps) {
  const { text, details, error, tone = 'error', waiting, yesLabel, noLabel, isDanger, onYes, onNo } = props;
  const { isBusy = false, canConfirm = true, enterMeans = 'yes' } = props;
  const translate = useTranslate();
  const id = useId();
  const describedBy = text || details ? id : undefined;
  const no = useRef<HTMLButtonElement>(null);
  const yes = useRef<HTMLButtonElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  const holdBack = useIgnoreRepeatedKey(isBusy);
  useFocusWhenShown(enterMeans === 'no' ? no : yes);

  useEffect(() => {
    // A disabled button with the focus would swallow Esc.
    const messageHasFocus = messages.current?.contains(document.activeElement) === true;
    if (!isBusy && !canConfirm && !messageHasFocus) no.current?.focus();
  }, [isBusy, canConfirm]);

  return (
    <div className={styles.body}>
      {describedBy && (
        <div id={describedBy} className={styles.question}>
          {text && <p>{text}</p>}
          {details}
        </div>
      )}
      <div ref={messages} aria-live="assertive">
        {error && !isBusy && <Alert type={tone} showIcon message={error} />}
      </div>
      {waiting}
      <div className={styles.answers}>
        <Button ref={no} size="large" aria-describedby={describedBy} disabled={isBusy} onClick={onNo}>
          {noLabel ?? translate(yesLabel ? 'common:cancel' : 'common:no')}
        </Button>
        <ActionButton
          ref={yes}
          type="primary"
          size="large"
          danger={isDanger}
          aria-describedby={describedBy}
          loading={isBusy}
          disabled={!canConfirm}
          onKeyDown={holdBack}
          onClick={onYes}
        >
          {yesLabel ?? translate('common:yes')}
        </ActionButton>
      </div>
    </div>
  );
}

interface ConfirmDialogProps extends Omit<ConfirmChoiceProps, 'onNo'>, DialogFrame {
  /** Called by Esc and the close button, and by 'No' unless 'No' has its own handler. */
  readonly onClose: () => void;
  readonly onNo?: () => void;
}

/** Asks yes or no (§2). It stays open while the answer is being processed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Dialog {...props}>
      <ConfirmChoice {...props} onNo={props.onNo ?? props.onClose} />
    </Dialog>
  );
}

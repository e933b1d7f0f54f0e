import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useFocusWhenShown } from '../focus/use-focus-when-shown.ts';
import styles from './confirm-dialog.module.css';

export interface ConfirmChoiceProps {
  readonly text: string;
  /** Why the last attempt failed, and what to do next. */
  readonly error?: ReactNode;
  readonly isBusy?: boolean;
  /** Whether 'Sì' makes sense; false once a new check is needed. */
  readonly canConfirm?: boolean;
  /** Which answer a bare Enter gives; 'yes' when not given. */
  readonly enterMeans?: 'yes' | 'no';
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** The question of the confirmation dialog with its two answers. */
export function ConfirmChoice(props: ConfirmChoiceProps) {
  const { text, error, isBusy = false, canConfirm = true, enterMeans = 'yes', onYes, onNo } = props;
  const translate = useTranslate();
  const first = useRef<HTMLButtonElement>(null);
  useFocusWhenShown(first);

  return (
    <div className={styles.choice}>
      <p>{text}</p>
      <div aria-live="assertive">{error && <Alert type="error" showIcon message={error} />}</div>
      <div className={styles.answers}>
        <Button ref={enterMeans === 'no' ? first : null} size="large" disabled={isBusy} onClick={onNo}>
          {translate('sale:no')}
        </Button>
        <Button
          ref={enterMeans === 'yes' ? first : null}
          type="primary"
          size="large"
          loading={isBusy}
          disabled={!canConfirm}
          onClick={onYes}
        >
          {translate('sale:yes')}
        </Button>
      </div>
    </div>
  );
}

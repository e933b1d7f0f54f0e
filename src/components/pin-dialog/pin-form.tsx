import { useTranslate } from '@refinedev/core';
import { Alert, Button, Input, type InputRef } from 'antd';
import { type ReactNode, type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { useFocusWhenShown } from '../focus/use-focus-when-shown.ts';
import styles from './pin-dialog.module.css';

/** The words of a dialog that asks for another code than a patient's PIN. */
export interface CodeWords {
  /** What is about to be done. */
  readonly text: string;
  /** Stands above the field. */
  readonly label: string;
  /** Said when the field is empty. */
  readonly missing: string;
}

export interface PinFormProps {
  /** Names the field and stands in it while it is empty. */
  readonly hint: string;
  /** Those of a patient's PIN when not given. */
  readonly words?: CodeWords;
  /** Why the last attempt failed, and what to do next. */
  readonly error: ReactNode;
  readonly isBusy: boolean;
  /** Whether another attempt makes sense; once it does not, the only way on is to close. */
  readonly canSubmit: boolean;
  readonly onSubmit: (pin: string) => void;
  readonly onClose: () => void;
}

/** §5, §9. */
const PIN_MAX_LENGTH = 20;

/** The form of the PIN dialog; Enter confirms. */
export function PinForm({ hint, words, error, isBusy, canSubmit, onSubmit, onClose }: PinFormProps) {
  const translate = useTranslate();
  const id = useId();
  const input = useRef<InputRef>(null);
  const [pin, setPin] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  useFocusWhenShown(input);

  useEffect(() => {
    if (error) input.current?.focus({ cursor: 'all' });
  }, [error]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (isBusy || !canSubmit) return;
    setIsMissing(pin === '');
    if (pin === '') input.current?.focus();
    else onSubmit(pin);
  }

  const message = isMissing ? (words?.missing ?? translate('sale:pin.missing')) : error;
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {words && <p>{words.text}</p>}
      <label htmlFor={id}>{words?.label ?? translate('sale:pin.label')}</label>
      <Input
        ref={input}
        id={id}
        type="password"
        size="large"
        autoComplete="one-time-code"
        maxLength={PIN_MAX_LENGTH}
        aria-label={hint}
        placeholder={hint}
        aria-invalid={Boolean(message)}
        aria-describedby={`${id}-error`}
        value={pin}
        readOnly={isBusy}
        onChange={(event) => {
          setPin(event.target.value);
          setIsMissing(false);
        }}
      />
      <div id={`${id}-error`} aria-live="assertive">
        {message && <Alert type="error" showIcon message={message} />}
      </div>
      {canSubmit ? (
        <Button type="primary" htmlType="submit" size="large" loading={isBusy}>
          {translate('sale:confirm')}
        </Button>
      ) : (
        <Button size="large" onClick={onClose}>
          {translate('sale:close')}
        </Button>
      )}
    </form>
  );
}

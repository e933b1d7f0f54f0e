import { useTranslate } from '@refinedev/core';
import { Alert, Button, Input, type InputRef } from 'antd';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { Dialog, type DialogFrame } from '../dialog/dialog.tsx';
import { useFocusWhenShown } from '../dialog/focus.ts';
import { ActionButton, ignoreHeldEnter, useSecondPress } from '../form/action-button.tsx';
import { useScanInSecret } from '../scan/scan-listener.tsx';
import type { AttemptMessages } from './messages.tsx';
import styles from './command.module.css';

/** The texts of a dialog that asks for a code other than a patient's PIN. */
interface CodeWords {
  readonly text: string;
  readonly label: string;
  /** The error for an empty field. */
  readonly missing: string;
}

interface PinFormProps extends AttemptMessages {
  /** Accessible name and placeholder of the field. */
  readonly hint: string;
  /** Default: the texts for a patient's PIN. */
  readonly words?: CodeWords;
  /** What the button does. Default: 'Conferma'. */
  readonly submitLabel?: string | undefined;
  readonly isBusy: boolean;
  /** Whether the user can try again; otherwise the dialog can only be closed. */
  readonly canSubmit: boolean;
  readonly onSubmit: (pin: string) => void;
  readonly onClose: () => void;
}

/** See §5 and §9. */
const PIN_MAX_LENGTH = 20;

export function PinForm(props: PinFormProps) {
  const { hint, words, submitLabel, details, error, tone = 'error', waiting } = props;
  const { isBusy, canSubmit, onSubmit, onClose } = props;
  const translate = useTranslate();
  const id = useId();
  const input = useRef<InputRef>(null);
  const closeButton = useRef<HTMLButtonElement>(null);
  const messages = useRef<HTMLDivElement>(null);
  const [pin, setPin] = useState('');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isMissing = isSubmitted && pin.trim() === '';
  const isTypedAnew = useRef(true);
  const isSecondPress = useSecondPress(isBusy);
  /** What was read into the field and not sent, though somebody may have typed it; empty where nobody can have. */
  const [scanned, setScanned] = useState<string>();
  useFocusWhenShown(input);
  useScanInSecret((text) => {
    setPin('');
    setIsSubmitted(false);
    setScanned(text.trim());
    input.current?.focus();
  });

  useEffect(() => {
    if (isBusy || !error) return;
    if (canSubmit) input.current?.focus({ cursor: 'all' });
    else if (!messages.current?.contains(document.activeElement)) closeButton.current?.focus();
  }, [error, isBusy, canSubmit]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    // A second press does not send the same code again.
    if (isBusy || !canSubmit || (!isTypedAnew.current && isSecondPress())) return;
    isTypedAnew.current = false;
    setIsSubmitted(true);
    if (pin.trim() === '') input.current?.focus();
    else onSubmit(pin.trim());
  }

  const sendScanned = () => {
    setScanned(undefined);
    if (scanned !== undefined) onSubmit(scanned);
  };

  const message = isMissing ? (words?.missing ?? translate('common:pin.missing')) : error;
  return (
    <form className={styles.body} onSubmit={submit} noValidate>
      {words && <p id={`${id}-text`}>{words.text}</p>}
      {details && <div id={`${id}-details`}>{details}</div>}
      <div className={styles.code}>
        <label htmlFor={id}>{words?.label ?? translate('common:pin.label')}</label>
        <Input
          ref={input}
          id={id}
          name="pin"
          type="password"
          size="large"
          autoComplete="one-time-code"
          maxLength={PIN_MAX_LENGTH}
          aria-label={hint}
          placeholder={hint}
          aria-invalid={Boolean(message) && (isMissing || tone === 'error')}
          aria-describedby={`${id}-text ${id}-details ${id}-error`}
          readOnly={isBusy}
          value={pin}
          onKeyDown={ignoreHeldEnter}
          onChange={({ target }) => {
            isTypedAnew.current = true;
            setScanned(undefined);
            setPin(target.value);
          }}
        />
      </div>
      <div ref={messages} id={`${id}-error`} aria-live="assertive">
        {scanned !== undefined && !isBusy ? (
          <Alert
            type="warning"
            showIcon
            message={translate('common:pin.scanned')}
            action={
              canSubmit &&
              scanned !== '' && (
                <Button size="small" onClick={sendScanned}>
                  {translate('common:pin.sendScanned')}
                </Button>
              )
            }
          />
        ) : (
          message && !isBusy && <Alert type={isMissing ? 'error' : tone} showIcon message={message} />
        )}
      </div>
      {waiting}
      {canSubmit ? (
        <ActionButton type="primary" htmlType="submit" size="large" loading={isBusy}>
          {submitLabel ?? translate('common:confirm')}
        </ActionButton>
      ) : (
        <Button ref={closeButton} size="large" onClick={onClose}>
          {translate('common:close')}
        </Button>
      )}
    </form>
  );
}

/** Asks for a PIN or a code (§2, §5). It stays open while the code is being checked, and after an error. */
export function PinDialog(props: PinFormProps & DialogFrame) {
  return (
    <Dialog {...props}>
      <PinForm {...props} />
    </Dialog>
  );
}

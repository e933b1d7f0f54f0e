import { useTranslate } from '@refinedev/core';
import { useEffect, useRef } from 'react';
import { ActionButton } from '../action-button/action-button.tsx';
import styles from './command-message.module.css';

interface OutcomeQuestionProps {
  /** What is not known, and what not to do. */
  readonly text: string;
  /** Asks the server once more. */
  readonly onVerify: () => void;
}

/** A command whose outcome is not known yet, with 'Verifica esito', which takes the focus (rules §2). */
export function OutcomeQuestion({ text, onVerify }: OutcomeQuestionProps) {
  const translate = useTranslate();
  const verifyButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    verifyButton.current?.focus();
  }, []);

  return (
    <div className={styles.message}>
      <span>
        <strong>{translate('common:unknownOutcome.title')}</strong> {text}
      </span>
      <ActionButton ref={verifyButton} type="primary" onClick={onVerify}>
        {translate('common:unknownOutcome.verify')}
      </ActionButton>
    </div>
  );
}

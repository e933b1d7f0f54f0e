import { useTranslate } from '@refinedev/core';
import { useEffect, useRef } from 'react';
import { ActionButton } from '../action-button/action-button.tsx';
import styles from './command-message.module.css';

interface OutcomeQuestionProps {
  /** Says that the outcome is unknown, and what to avoid. */
  readonly text: string;
  readonly onVerify: () => void;
}

/** Shown while the outcome of a command is unknown. 'Verifica esito' takes the focus (rules §2). */
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

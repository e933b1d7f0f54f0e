import { useTranslate } from '@refinedev/core';
import { useEffect, useRef } from 'react';
import { ActionButton } from '../action-button/action-button.tsx';
import styles from './lost-answer.module.css';

interface OutcomeQuestionProps {
  /** What is not known, and what not to do. */
  readonly text: string;
  readonly isAsking?: boolean;
  /** Asks the server once more. */
  readonly onAsk: () => void;
}

/** A command whose outcome is not known yet, with 'Verifica esito', which takes the focus (decisions §2). */
export function OutcomeQuestion({ text, isAsking = false, onAsk }: OutcomeQuestionProps) {
  const translate = useTranslate();
  const askButton = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    askButton.current?.focus();
  }, []);

  return (
    <div className={styles.message}>
      <span>
        <strong>{translate('common:lostAnswer.unknown')}</strong> {text}
      </span>
      <ActionButton ref={askButton} type="primary" loading={isAsking} onClick={onAsk}>
        {translate('common:lostAnswer.ask')}
      </ActionButton>
    </div>
  );
}

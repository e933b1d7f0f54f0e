import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '#src/providers/api/api-error.ts';
import type { CommandProblem } from '#src/providers/api/command-reducer.ts';
import { useErrorText } from '#src/providers/notifications/use-notify.ts';
import { ActionButton } from '../form/action-button.tsx';
import styles from './command.module.css';

/** What a dialog of a command says of the attempt. */
export interface AttemptMessages {
  /** Shown above the answers. */
  readonly details?: ReactNode;
  /** Why the last attempt failed or has an unknown outcome, and what to do next. */
  readonly error?: ReactNode;
  /** 'warning' while the outcome is unknown. Default: 'error'. */
  readonly tone?: 'error' | 'warning';
  /** The notice about the attempt that is under way. */
  readonly waiting?: ReactNode;
}

interface WaitingNoticeProps {
  /** 'idle' while nobody waits. Another activity is another wait. */
  readonly activity: string;
  /** What the user waits for. Without it nothing shows until the wait is long. */
  readonly text?: ReactNode;
  readonly onStop: () => void;
}

/** A response is late after this time, in ms. */
const LATE_MS = 5000;

function Notice({ text, onStop }: Omit<WaitingNoticeProps, 'activity'>) {
  const translate = useTranslate();
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), LATE_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!isLate && text === undefined) return null;
  return (
    <Alert
      type="info"
      showIcon
      role="none"
      message={
        <div className={styles.message}>
          <span>{text ?? translate('common:unknownOutcome.late')}</span>
          {isLate && (
            <Button size="small" onClick={onStop}>
              {translate('common:unknownOutcome.stop')}
            </Button>
          )}
        </div>
      }
    />
  );
}

/**
 * Says what the user waits for. After 5 s it offers to stop waiting. Always rendered: screen readers announce only
 * changes inside an existing live region.
 */
export function WaitingNotice({ activity, ...notice }: WaitingNoticeProps) {
  return (
    <div className={styles.waiting} aria-live="polite" aria-atomic="true">
      {activity !== 'idle' && <Notice key={activity} {...notice} />}
    </div>
  );
}

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

const FEW_ATTEMPTS = 2;

interface AttemptsLeftProps {
  readonly refusal: ApiError;
  /** Whether they are shown before they are few. */
  readonly always?: boolean;
}

/** Shows the remaining attempts after a wrong PIN or code, once they are few. */
export function AttemptsLeft({ refusal: { attemptsLeft: count }, always = false }: AttemptsLeftProps) {
  const translate = useTranslate();
  return (
    count !== undefined && (always || count <= FEW_ATTEMPTS) && <p>{translate('error:attemptsLeft', { count })}</p>
  );
}

export interface ProblemTexts {
  readonly notDone: string;
  readonly unknown: string;
  /** Name the code, because the texts for a wrong or locked one speak of a PIN (§8). */
  readonly code?: { readonly wrong: string; readonly locked: string };
  /** Shown while the outcome is being checked. */
  readonly verifying: string;
}

interface ProblemMessageProps {
  readonly problem: CommandProblem;
  readonly texts: ProblemTexts;
  readonly onVerify: () => void;
}

/** 'error' only if something is known to have failed. */
export function problemTone({ kind }: CommandProblem): 'error' | 'warning' {
  return kind === 'refused' ? 'error' : 'warning';
}

/** What blocks the command and what to do next, in the dialog or on the screen (rules §2). */
export function ProblemMessage({ problem, texts, onVerify }: ProblemMessageProps) {
  const errorText = useErrorText();
  switch (problem.kind) {
    case 'refused': {
      const { refusal } = problem;
      const { code } = texts;
      const named = { TRANSACTION_WRONG_OTP: code?.wrong, TRANSACTION_LOCKED: code?.locked }[refusal.description];
      return (
        <>
          {named !== undefined && (
            <p>
              <strong>{named}</strong>
            </p>
          )}
          <span>{errorText(refusal)}</span>
          <AttemptsLeft refusal={refusal} always={code !== undefined} />
        </>
      );
    }
    case 'notDone':
      return texts.notDone;
    case 'unknown':
      return <OutcomeQuestion text={texts.unknown} onVerify={onVerify} />;
  }
}

import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './command-message.module.css';

interface WaitingNoticeProps {
  /** What is being waited for; when not given, nothing is said before it takes long. */
  readonly text?: ReactNode;
  readonly onStop: () => void;
}

/** From then on an answer is late, in ms. */
const LATE_MS = 5000;

/** Says what the assistant waits for, and once it takes long offers to wait no longer. To be mounted with each wait. */
export function WaitingNotice({ text, onStop }: WaitingNoticeProps) {
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
      role="status"
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

import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './command-message.module.css';

interface WaitingNoticeProps {
  /** What the user waits for. Without it nothing shows until the wait is long. */
  readonly text?: ReactNode;
  readonly onStop: () => void;
}

/** A response is late after this time, in ms. */
const LATE_MS = 5000;

/** Says what the user waits for. After 5 s it offers to stop waiting. Remount it for each wait. */
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

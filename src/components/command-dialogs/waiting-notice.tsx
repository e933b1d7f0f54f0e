import { useTranslate } from '@refinedev/core';
import { Alert, Button } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';
import styles from './command-message.module.css';

interface NoticeProps {
  /** What the user waits for. Without it nothing shows until the wait is long. */
  readonly text?: ReactNode;
  readonly onStop: () => void;
}

interface WaitingNoticeProps extends NoticeProps {
  /** 'idle' while nobody waits. Another activity is another wait. */
  readonly activity: string;
}

/** A response is late after this time, in ms. */
const LATE_MS = 5000;

function Notice({ text, onStop }: NoticeProps) {
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

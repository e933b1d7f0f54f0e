import { Alert } from 'antd';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

interface NoticeProps {
  readonly type: 'info' | 'success' | 'warning';
  readonly title: string;
  readonly text: string;
  /** The buttons, under the text where the screen is narrow. */
  readonly children: ReactNode;
}

/** Something to decide, in the screen. */
export function Notice({ type, title, text, children }: NoticeProps) {
  return (
    <Alert
      type={type}
      showIcon
      message={
        <div className={styles.notice}>
          <div className={styles.words}>
            <strong>{title}</strong>
            {text !== '' && <p>{text}</p>}
          </div>
          <div className={styles.actions}>{children}</div>
        </div>
      }
    />
  );
}

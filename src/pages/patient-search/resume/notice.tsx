import { Alert } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useFocusHandedOn } from '#src/components/focus/use-focus-handed-on.ts';
import styles from './notice.module.css';

interface NoticeProps {
  readonly type: 'info' | 'success' | 'warning';
  readonly title: string;
  readonly text: string;
  /** The buttons, under the text where the screen is narrow. */
  readonly children: ReactNode;
}

/** Something to decide, in the screen, which has the focus when the button that had it is gone (design §5). */
export function Notice({ type, title, text, children }: NoticeProps) {
  const actions = useRef<HTMLDivElement>(null);
  useFocusHandedOn(actions);

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
          <div ref={actions} className={styles.actions}>
            {children}
          </div>
        </div>
      }
    />
  );
}

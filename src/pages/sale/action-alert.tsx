import { Alert } from 'antd';
import { type ReactNode, useRef } from 'react';
import { useFocusFallback } from '#src/components/dialog/focus.ts';
import screens from '#src/components/layout/screens.module.css';
import styles from './sale.module.css';

interface ActionAlertProps {
  readonly type: 'info' | 'success' | 'warning';
  readonly title: string;
  readonly text: string;
  /** The buttons, below the text on a narrow screen. */
  readonly children: ReactNode;
}

/**
 * An alert with a decision and its buttons. When a focused button disappears, the screen gets the focus (design §5).
 */
export function ActionAlert({ type, title, text, children }: ActionAlertProps) {
  const actions = useRef<HTMLDivElement>(null);
  useFocusFallback(actions);

  return (
    <Alert
      type={type}
      showIcon
      message={
        <div className={styles.actionAlert}>
          <div className={styles.alertWords}>
            <strong>{title}</strong>
            {text !== '' && <p>{text}</p>}
          </div>
          <div ref={actions} className={screens.tools}>
            {children}
          </div>
        </div>
      }
    />
  );
}

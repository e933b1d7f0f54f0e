import type { ReactNode } from 'react';
import { Icon } from '#src/components/layout/icon.tsx';
import styles from '../dashboard.module.css';

/** What must be known before the figures are read. */
export function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.warning}>
      <Icon shape="warning" />
      <span>{children}</span>
    </p>
  );
}

import type { ReactNode } from 'react';
import styles from './display.module.css';
import { asValue, NO_VALUE, Value } from './value.tsx';

export interface Detail {
  readonly label: string;
  readonly value: ReactNode;
}

interface DetailCardProps {
  readonly title: string;
  readonly details: readonly Detail[];
  readonly children?: ReactNode;
}

export function DetailCard({ title, details, children }: DetailCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <h2 className={styles.title}>{asValue(title)}</h2>
      <dl className={styles.details}>
        {details.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{asValue(value ?? NO_VALUE)}</dd>
          </div>
        ))}
      </dl>
      {children}
    </section>
  );
}

/** A control total in one piece, because users compare it by eye (rules §9). */
export function ControlTotal({ value }: { readonly value: string }) {
  return <Value text={value} className={styles.code} />;
}

import type { ReactNode } from 'react';
import type { Money } from '#contract/rules/money.ts';
import styles from './budget-card.module.css';
import { Amount } from './value.tsx';

interface BudgetCardProps {
  readonly title: string;
  /** Explains the title. */
  readonly hint?: string;
  /** Euro; negative amounts are red (§2). */
  readonly amount: Money;
  /** Shown beside the amount, such as a link to its detail. */
  readonly children?: ReactNode;
}

export function BudgetCard({ title, hint, amount, children }: BudgetCardProps) {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </div>
      <div className={styles.line}>
        <strong className={styles.amount}>
          <Amount value={amount} />
        </strong>
        {children}
      </div>
    </section>
  );
}

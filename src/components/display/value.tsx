import type { ReactNode } from 'react';
import { formatTotal, formatUnitPrice, type Money } from '#contract/rules/money.ts';
import { formatCount } from '#contract/rules/numbers.ts';
import styles from './display.module.css';

/** Shown where a value is missing (§3). */
export const NO_VALUE = '-';

/**
 * A value from the data, as the only text of its element: two texts side by side may be translated as one. The browser's
 * translation must leave figures, dates and codes as they are (design §5).
 */
export function Value({ text, className }: { readonly text: string; readonly className?: string | undefined }) {
  return (
    <span className={className} translate={/\d/.test(text) ? 'no' : undefined}>
      {text}
    </span>
  );
}

/** A text or number as a `Value`, and anything else as it is. */
export function asValue(value: ReactNode): ReactNode {
  return typeof value === 'string' || typeof value === 'number' ? <Value text={String(value)} /> : value;
}

interface AmountProps {
  readonly value: Money;
  /** A total has exactly 2 decimals, a unit price 2 to 6 (rules §5). */
  readonly shows?: 'total' | 'unitPrice' | undefined;
}

/** An amount in euro, in Italian format. A negative amount is red and has a minus sign (§2). */
export function Amount({ value, shows = 'total' }: AmountProps) {
  const text = shows === 'total' ? formatTotal(value) : formatUnitPrice(value);
  return <Value text={text} className={value.lt(0) ? styles.negative : styles.amount} />;
}

/** How many, and their amount in euro. */
export function CountedAmount({ count, amount }: { readonly count: number; readonly amount: Money }) {
  return (
    <>
      <Value text={formatCount(count)} /> · <Amount value={amount} />
    </>
  );
}

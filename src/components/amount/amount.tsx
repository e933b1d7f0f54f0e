import { type Money, formatTotal, formatUnitPrice } from '#contract/rules/money.ts';
import { Value } from '../value/value.tsx';
import styles from './amount.module.css';

interface AmountProps {
  readonly value: Money;
  /** A total has exactly 2 decimals, a unit price 2 to 6 (rules §5). */
  readonly shows?: 'total' | 'unitPrice';
}

/** An amount in euro, in Italian format. A negative amount is red and has a minus sign (§2). */
export function Amount({ value, shows = 'total' }: AmountProps) {
  const text = shows === 'total' ? formatTotal(value) : formatUnitPrice(value);
  return <Value text={text} className={value.lt(0) ? styles.negative : styles.amount} />;
}

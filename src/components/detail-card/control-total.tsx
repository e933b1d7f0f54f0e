import { Value } from '../value/value.tsx';
import styles from './detail-card.module.css';

/** A control total in one piece, because users compare it by eye (rules §9). */
export function ControlTotal({ value }: { readonly value: string }) {
  return <Value text={value} className={styles.code} />;
}

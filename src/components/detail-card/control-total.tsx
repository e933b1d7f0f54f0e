import styles from './detail-card.module.css';

/** The control code of a closed month in one piece, for it is compared by eye (rules §9). */
export function ControlCode({ code }: { readonly code: string }) {
  return <span className={styles.code}>{code}</span>;
}

import { useTranslate } from '@refinedev/core';
import { useId } from 'react';
import styles from './amc-orders.module.css';

interface ReadingProgressProps {
  readonly readCount: number;
  /** How many there will be, where that is known. */
  readonly expected: number | undefined;
}

const numbers = new Intl.NumberFormat('it-IT');

/** How far the reading of a long list has come (design §5). */
export function ReadingProgress({ readCount, expected }: ReadingProgressProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>{translate('amc-orders:reading', { n: numbers.format(readCount) })}</label>
      <progress id={id} max={expected} value={expected === undefined ? undefined : Math.min(readCount, expected)} />
    </div>
  );
}

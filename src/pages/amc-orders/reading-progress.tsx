import { useTranslate } from '@refinedev/core';
import { type Ref, useId, useImperativeHandle, useState } from 'react';
import { formatCount } from '#contract/rules/numbers.ts';
import styles from './amc-orders.module.css';

export interface ReadingHandle {
  readonly report: (count: number) => void;
}

interface ReadingProgressProps {
  readonly ref: Ref<ReadingHandle>;
  /** The number of purchases to read, if it is known. */
  readonly expected: number | undefined;
}

/** How many purchases have been read. A component of its own: progress must not render the screen each time. */
export function ReadingProgress({ ref, expected }: ReadingProgressProps) {
  const translate = useTranslate();
  const id = useId();
  const [count, setCount] = useState(0);
  useImperativeHandle(ref, () => ({ report: setCount }), []);
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>{translate('amc-orders:reading', { n: formatCount(count) })}</label>
      <progress id={id} max={expected} value={expected === undefined ? undefined : Math.min(count, expected)} />
    </div>
  );
}

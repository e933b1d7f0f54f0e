import { type KeyboardEvent, type Ref, memo } from 'react';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { formatInstantDashed } from '#contract/rules/dates.ts';
import { Amount } from '#src/components/amount/amount.tsx';
import styles from './purchase-list.module.css';
import { ROW_HEIGHT } from './use-visible-range.ts';
import { Value } from '#src/components/value/value.tsx';

interface PurchaseFactsProps {
  readonly purchase: PurchaseHeading;
  /** What a purchase is called, for screen readers. */
  readonly noun: string;
}

/** Number, date and total. Their formats take longer than the rest of the row, so a changed checkbox leaves them out. */
const PurchaseFacts = memo(function PurchaseFacts({ purchase, noun }: PurchaseFactsProps) {
  return (
    <>
      <span className={styles.id}>
        <span className="visually-hidden">{noun}</span> <Value text={String(purchase.purchaseId)} />
      </span>{' '}
      <Value text={formatInstantDashed(new Date(purchase.createTime))} className={styles.date} />{' '}
      <span className={styles.total}>
        <Amount value={purchase.itemsAmount} />
      </span>
    </>
  );
});

interface PurchaseRowProps extends PurchaseFactsProps {
  readonly index: number;
  readonly count: number;
  readonly isSelected: boolean;
  /** Whether this row is the Tab stop of the list. */
  readonly isCurrent: boolean;
  readonly checkbox: Ref<HTMLInputElement>;
  readonly onToggle: (purchase: PurchaseHeading) => void;
  readonly onFocus: (index: number) => void;
  readonly onKey: (event: KeyboardEvent, index: number) => void;
}

/** A purchase that can be ordered: number, date, total (§2). */
export const PurchaseRow = memo(function PurchaseRow(props: PurchaseRowProps) {
  const { purchase, noun, index, count, isSelected, isCurrent, checkbox, onToggle, onFocus, onKey } = props;
  return (
    <li style={{ top: index * ROW_HEIGHT }} aria-setsize={count} aria-posinset={index + 1}>
      <label className={styles.row}>
        <input
          ref={isCurrent ? checkbox : null}
          type="checkbox"
          checked={isSelected}
          tabIndex={isCurrent ? 0 : -1}
          onChange={() => onToggle(purchase)}
          onFocus={() => onFocus(index)}
          onKeyDown={(event) => onKey(event, index)}
        />
        <PurchaseFacts purchase={purchase} noun={noun} />
      </label>
    </li>
  );
});

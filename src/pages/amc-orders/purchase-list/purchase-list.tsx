import { useTranslate } from '@refinedev/core';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { usePrinting } from '#src/hooks/use-printing.ts';
import { type Selection, isSelected, purchaseKey } from '../selection/selection.ts';
import { nextRow } from './next-row.ts';
import styles from './purchase-list.module.css';
import { PurchaseRow } from './purchase-row.tsx';
import { ROW_HEIGHT, type VisibleRange, useVisibleRange } from './use-visible-range.ts';

/** The most rows on paper: a browser can lay them out, and nobody reads more. */
export const MAX_PRINTED = 5000;

interface PurchaseListProps {
  readonly rows: readonly PurchaseHeading[];
  readonly selection: Selection;
  readonly onToggle: (purchase: PurchaseHeading) => void;
}

/** The rendered rows. The current row is always one of them, so that scrolling does not lose the focus. */
function shownIndexes({ first, end }: VisibleRange, current: number): number[] {
  const visible = Array.from({ length: end - first }, (_, offset) => first + offset);
  if (current < first) return [current, ...visible];
  return current < end ? visible : [...visible, current];
}

/**
 * The checkbox list of the purchases (§2). Only visible rows are rendered. It has one Tab stop; the arrows, Page Up,
 * Page Down, Home and End move between rows.
 */
export function PurchaseList({ rows, selection, onToggle }: PurchaseListProps) {
  const translate = useTranslate();
  const noun = translate('amc-orders:purchase');
  const scroller = useRef<HTMLDivElement>(null);
  const checkbox = useRef<HTMLInputElement>(null);
  const [at, setAt] = useState({ index: 0, movesFocus: false });
  const { range, onScroll } = useVisibleRange(scroller, rows.length);
  const [isPrinting, setIsPrinting] = useState(false);
  usePrinting(setIsPrinting);
  const current = Math.min(at.index, rows.length - 1);

  useEffect(() => {
    if (at.movesFocus) checkbox.current?.focus();
  }, [at]);

  const noteFocus = useCallback((index: number) => setAt({ index, movesFocus: false }), []);
  const move = useCallback(
    (event: KeyboardEvent, from: number) => {
      const index = nextRow(event.key, from, rows.length);
      if (index === null) return;
      event.preventDefault();
      setAt({ index, movesFocus: true });
    },
    [rows.length],
  );

  return (
    <div className={styles.frame}>
      <p className={styles.head} aria-hidden>
        <span className={styles.id}>{translate('amc-orders:column.id')}</span>
        <span className={styles.date}>{translate('amc-orders:column.date')}</span>
        <span className={styles.total}>{translate('amc-orders:column.total')}</span>
      </p>
      <div ref={scroller} className={`${styles.scroller} printed-whole`} onScroll={onScroll}>
        <ul
          className={styles.list}
          aria-label={translate('amc-orders:list')}
          style={{ height: rows.length * ROW_HEIGHT }}
        >
          {(isPrinting
            ? Array.from({ length: Math.min(rows.length, MAX_PRINTED) }, (_, index) => index)
            : shownIndexes(range, current)
          ).map((index) => {
            const purchase = rows[index];
            return (
              purchase && (
                <PurchaseRow
                  key={purchaseKey(purchase.purchaseId)}
                  purchase={purchase}
                  noun={noun}
                  index={index}
                  count={rows.length}
                  isSelected={isSelected(selection, purchase)}
                  isCurrent={index === current}
                  checkbox={checkbox}
                  onToggle={onToggle}
                  onFocus={noteFocus}
                  onKey={move}
                />
              )
            );
          })}
        </ul>
      </div>
    </div>
  );
}

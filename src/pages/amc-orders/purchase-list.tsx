import { useTranslate } from '@refinedev/core';
import {
  type KeyboardEvent,
  memo,
  type Ref,
  type RefObject,
  type UIEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import type { OrderablePurchase } from '#contract/calls/purchases.ts';
import { nameOrFiscalCode } from '#src/components/display/patient.ts';
import { Amount, Value } from '#src/components/display/value.tsx';
import { usePrinting } from '#src/components/table/printed-head.tsx';
import styles from './amc-orders.module.css';
import { dateOf, isSelected, purchaseKey, type Purchases, type Selection } from './selection.ts';

/** Rows that Page Up and Page Down move. */
const PAGE_ROWS = 10;

const STEPS = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
  ['PageDown', PAGE_ROWS],
  ['PageUp', -PAGE_ROWS],
  ['Home', -Infinity],
  ['End', Infinity],
]);

/** The target row of a key in a list of `count` rows; null for any other key. */
export function nextRow(key: string, row: number, count: number): number | null {
  const step = STEPS.get(key);
  return step === undefined ? null : Math.min(Math.max(0, row + step), count - 1);
}

/** Heights of a row in rem, so that they grow with the text: a phone has no room for columns. */
const ROW_REM = { wide: 2.75, narrow: 4.75 };
/** The width in px up to which the style sheet puts the cells of a row below each other. */
const NARROW = 480;

function rowHeightAt(width: number): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
  return rem * (width > 0 && width <= NARROW ? ROW_REM.narrow : ROW_REM.wide);
}

/** Rows rendered above and below the visible ones. */
const SPARE_ROWS = 6;
/** Height of the list in px before it is measured. */
const UNKNOWN_HEIGHT = 560;

/** The rendered rows of a long list, from `first` to `end`, without `end`: the visible ones and some spare ones. */
function useVisibleRange(list: RefObject<HTMLElement | null>, count: number) {
  const [topRow, setTopRow] = useState(0);
  const [height, setHeight] = useState(UNKNOWN_HEIGHT);
  const [rowHeight, setRowHeight] = useState(() => rowHeightAt(0));

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      setHeight(element.clientHeight || UNKNOWN_HEIGHT);
      setRowHeight(rowHeightAt(element.offsetWidth));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [list]);

  const lastTop = Math.max(0, count - Math.ceil(height / rowHeight));
  const top = Math.min(topRow, lastTop);
  return {
    first: Math.max(0, top - SPARE_ROWS),
    end: Math.min(count, top + Math.ceil(height / rowHeight) + SPARE_ROWS),
    /** In px. */
    rowHeight,
    onScroll: ({ currentTarget }: UIEvent) => setTopRow(Math.floor(currentTarget.scrollTop / rowHeight)),
  };
}

/** The number of a purchase, and below it what the server may say beyond §2: patient, store and who pays. */
export function PurchaseNumber({ of: { purchaseId, patient, store, asl } }: { readonly of: OrderablePurchase }) {
  const facts = [nameOrFiscalCode(patient), store?.name, asl?.name].filter(Boolean);
  return (
    <>
      <Value text={String(purchaseId)} />{' '}
      {facts.length > 0 && <Value text={facts.join(' · ')} className={styles.more} />}
    </>
  );
}

interface PurchaseCellsProps {
  readonly purchase: OrderablePurchase;
  /** What a purchase is called, for screen readers. */
  readonly noun: string;
}

/** Number, whom it concerns, date and total. Their formats take longer than the rest of the row, so a changed checkbox leaves them out. */
const PurchaseCells = memo(function PurchaseCells({ purchase, noun }: PurchaseCellsProps) {
  return (
    <>
      <span className={styles.id}>
        <span className="visually-hidden">{noun}</span> <PurchaseNumber of={purchase} />
      </span>{' '}
      <Value text={dateOf(purchase)} className={styles.date} />{' '}
      <span className={styles.total}>
        <Amount value={purchase.itemsAmount} />
      </span>
    </>
  );
});

interface PurchaseRowProps extends PurchaseCellsProps {
  readonly index: number;
  readonly count: number;
  /** In px. */
  readonly height: number;
  readonly isSelected: boolean;
  /** Whether this row is the Tab stop of the list. */
  readonly isCurrent: boolean;
  readonly checkbox: Ref<HTMLInputElement>;
  readonly onToggle: (purchase: OrderablePurchase) => void;
  readonly onFocus: (index: number) => void;
  readonly onKey: (event: KeyboardEvent, index: number) => void;
}

/** A purchase that can be ordered: number, date, total (§2), and whom it concerns. */
const PurchaseRow = memo(function PurchaseRow(props: PurchaseRowProps) {
  const { purchase, noun, index, count, height, isSelected, isCurrent, checkbox, onToggle, onFocus, onKey } = props;
  return (
    <li style={{ top: index * height, height }} aria-setsize={count} aria-posinset={index + 1}>
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
        <PurchaseCells purchase={purchase} noun={noun} />
      </label>
    </li>
  );
});

/** The most rows on paper: a browser can lay them out, and nobody reads more. */
export const MAX_PRINTED = 5000;

interface PurchaseListProps {
  readonly rows: Purchases;
  readonly selection: Selection;
  readonly onToggle: (purchase: OrderablePurchase) => void;
}

/** The rendered rows. The current row is always one of them, so that scrolling does not lose the focus. */
function shownIndexes(first: number, end: number, current: number): number[] {
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
  const { first, end, rowHeight, onScroll } = useVisibleRange(scroller, rows.length);
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
      <p className={styles.headings} aria-hidden>
        <span className={styles.id}>{translate('amc-orders:column.id')}</span>
        <span className={styles.date}>{translate('amc-orders:column.date')}</span>
        <span className={styles.total}>{translate('amc-orders:column.total')}</span>
      </p>
      <div ref={scroller} className={`${styles.scroller} printed-whole`} onScroll={onScroll}>
        <ul
          className={styles.rows}
          aria-label={translate('amc-orders:list')}
          style={{ height: rows.length * rowHeight }}
        >
          {(isPrinting
            ? Array.from({ length: Math.min(rows.length, MAX_PRINTED) }, (_, index) => index)
            : shownIndexes(first, end, current)
          ).map((index) => {
            const purchase = rows[index];
            return (
              purchase && (
                <PurchaseRow
                  key={purchaseKey(purchase)}
                  purchase={purchase}
                  noun={noun}
                  index={index}
                  count={rows.length}
                  height={rowHeight}
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

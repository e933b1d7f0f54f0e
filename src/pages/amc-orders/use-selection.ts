import { useCallback, useEffect, useMemo, useState } from 'react';
import type { OrderablePurchase } from '#contract/calls/purchases.ts';
import { type Money, sum, ZERO } from '#contract/rules/money.ts';
import type { LongListAnswer } from '#src/providers/api/use-long-list.ts';
import { yieldToMain } from '#src/providers/loading/pauses.ts';
import {
  type LoadedPurchases,
  NOTHING_SELECTED,
  purchaseKey,
  type Purchases,
  toggle,
  toggleAll,
  withoutPurchases,
} from './selection.ts';

const NOTHING_GONE: ReadonlySet<string> = new Set();

/** Summed up without a pause, in less than a frame. */
const ROWS_AT_ONCE = 500;

/** The total of the rows, in euro; undefined until it is known. It is summed up in slices, without blocking the page. */
function useTotal(rows: Purchases): Money | undefined {
  const [known, setKnown] = useState<{ readonly rows: typeof rows; readonly total: Money }>();
  useEffect(() => {
    let isWanted = true;
    async function sumUp(): Promise<void> {
      let total = ZERO;
      for (let start = 0; isWanted && start < rows.length; start += ROWS_AT_ONCE) {
        // Before the first slice too, so that the rows are not drawn later.
        await yieldToMain();
        const slice = rows.slice(start, start + ROWS_AT_ONCE);
        total = total.plus(sum(slice.map(({ itemsAmount }) => itemsAmount)));
      }
      if (isWanted) setKnown({ rows, total });
    }
    void sumUp();
    return () => {
      isWanted = false;
    };
  }, [rows]);
  return known?.rows === rows ? known.total : undefined;
}

/**
 * The loaded purchases and their selection. Selected purchases stay when the page changes, but "all" does not, because
 * it would mean other purchases.
 * @param page the visible page, or all of them
 */
export function useSelection(answer: LongListAnswer<OrderablePurchase> | undefined, page: number | 'all') {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [gone, setGone] = useState(NOTHING_GONE);
  const [seenPage, setSeenPage] = useState(page);
  if (page !== seenPage) {
    setSeenPage(page);
    if (selection.isAll) setSelection(NOTHING_SELECTED);
  }

  const rows = useMemo(() => {
    const answered = answer?.rows ?? [];
    return gone.size === 0 ? answered : answered.filter((purchase) => !gone.has(purchaseKey(purchase)));
  }, [answer, gone]);
  const total = useTotal(rows);
  const isComplete = answer !== undefined && answer.rows.length >= answer.total;
  const loaded: LoadedPurchases = { rows, total, isComplete };

  return {
    selection,
    loaded,
    toggle: useCallback((purchase: OrderablePurchase) => setSelection((last) => toggle(last, purchase)), []),
    toggleAll: () => setSelection((last) => toggleAll(last, loaded)),
    /** Clears the selection, and shows again the purchases that were dropped. */
    clear: () => {
      setSelection(NOTHING_SELECTED);
      setGone(NOTHING_GONE);
    },
    /** Removes purchases from the list and from the selection. */
    drop: (purchases: Purchases) => {
      const keys = new Set([...gone, ...purchases.map(purchaseKey)]);
      setGone(keys);
      setSelection((last) => withoutPurchases(last, keys));
    },
  };
}

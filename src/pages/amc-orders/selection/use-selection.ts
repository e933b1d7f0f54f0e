import { useCallback, useMemo, useState } from 'react';
import type { PurchaseHeading } from '#contract/entities/purchase.ts';
import { sum } from '#contract/rules/money.ts';
import type { LongListAnswer } from '#src/hooks/use-long-list.ts';
import {
  NOTHING_SELECTED,
  type PurchasesInHand,
  type Selection,
  purchaseKey,
  toggle,
  toggleAll,
  withoutPurchases,
} from './selection.ts';

interface PurchaseSelection {
  readonly selection: Selection;
  readonly inHand: PurchasesInHand;
  readonly toggle: (purchase: PurchaseHeading) => void;
  readonly toggleAll: () => void;
  /** Clears the selection, and shows again the purchases that were dropped. */
  readonly clear: () => void;
  /** Removes purchases from the list and from the selection. */
  readonly drop: (purchases: readonly PurchaseHeading[]) => void;
}

const NOTHING_GONE: ReadonlySet<string> = new Set();

/**
 * The loaded purchases and their selection. Selected purchases stay when the page changes, but "all" does not, because
 * it would mean other purchases.
 * @param page the visible page, or all of them
 */
export function useSelection(
  answer: LongListAnswer<PurchaseHeading> | undefined,
  page: number | 'all',
): PurchaseSelection {
  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [gone, setGone] = useState(NOTHING_GONE);
  const [seenPage, setSeenPage] = useState(page);
  if (page !== seenPage) {
    setSeenPage(page);
    if (selection.isAll) setSelection(NOTHING_SELECTED);
  }

  const inHand = useMemo(() => {
    const answered = answer?.rows ?? [];
    const rows = gone.size === 0 ? answered : answered.filter(({ purchaseId }) => !gone.has(purchaseKey(purchaseId)));
    const isComplete = answer !== undefined && answered.length >= answer.total;
    return { rows, isComplete, total: sum(rows.map(({ itemsAmount }) => itemsAmount)) };
  }, [answer, gone]);

  return {
    selection,
    inHand,
    toggle: useCallback((purchase) => setSelection((last) => toggle(last, purchase)), []),
    toggleAll: () => setSelection(toggleAll(selection, inHand)),
    clear: () => {
      setSelection(NOTHING_SELECTED);
      setGone(NOTHING_GONE);
    },
    drop: (purchases) => {
      const keys = new Set([...gone, ...purchases.map(({ purchaseId }) => purchaseKey(purchaseId))]);
      setGone(keys);
      setSelection((last) => withoutPurchases(last, keys));
    },
  };
}

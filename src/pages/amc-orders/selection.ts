import { useCallback, useEffect, useMemo, useState } from 'react';
import type { CallInput } from '#contract/call.ts';
import { orderablePurchase, type OrderablePurchase, searchPurchases } from '#contract/calls/purchases.ts';
import { type Day, formatInstantDashed } from '#contract/rules/dates.ts';
import { type Money, sum, ZERO } from '#contract/rules/money.ts';
import type { LongListAnswer } from '#src/providers/api/use-long-list.ts';
import { yieldToMain } from '#src/providers/loading/pauses.ts';

/** §9: the page size of both lists, and the size that means all purchases, also in the URL. */
export const PAGE_SIZE = 20;
export const ALL_SIZE = 999_999;

export type Purchases = readonly OrderablePurchase[];

/** First and last day of the purchases to order, both included. */
export interface Period {
  readonly dateStart: Day;
  readonly dateEnd: Day;
}

/** The purchases that can be ordered: a list that may be very long. */
export const ORDERABLE_PURCHASES = {
  call: searchPurchases,
  collection: 'purchases',
  row: orderablePurchase,
} as const;

/** The search of §7 for all purchases of a period without an AMC order, for any patient and dossier. */
export function allOrderable(period: Period): CallInput<typeof searchPurchases> {
  return {
    query: {
      ...period,
      excludeAmc: true,
      purchaseStatusList: 'ACTIVE',
      page: 0,
      size: ALL_SIZE,
      sort: 'createTime,desc',
    },
  };
}

/**
 * The selection: none or all of the loaded purchases, with exceptions. Selecting 100,000 rows is as fast as selecting
 * one.
 */
export interface Selection {
  readonly isAll: boolean;
  /** By key. If `isAll` is false these are the selected purchases, which may be on other pages. */
  readonly except: ReadonlyMap<string, OrderablePurchase>;
}

/** The loaded purchases, and their total in euro, which is not known at once if they are many. */
export interface LoadedPurchases {
  readonly rows: Purchases;
  readonly total: Money | undefined;
  /** Whether these are all purchases, or one page. */
  readonly isComplete: boolean;
}

export const NOTHING_SELECTED: Selection = { isAll: false, except: new Map() };

/** The key of a purchase, for servers with number ids and with text ids (rules §1). */
export function purchaseKey({ purchaseId }: Pick<OrderablePurchase, 'purchaseId'>): string {
  return String(purchaseId);
}

/** As dd-MM-yyyy HH:mm:ss in Europe/Rome (§2). */
export function dateOf({ createTime }: OrderablePurchase): string {
  return formatInstantDashed(new Date(createTime));
}

function amounts(purchases: ReadonlyMap<string, OrderablePurchase>): Money {
  return sum([...purchases.values()].map(({ itemsAmount }) => itemsAmount));
}

export function isSelected({ isAll, except }: Selection, purchase: OrderablePurchase): boolean {
  return except.has(purchaseKey(purchase)) !== isAll;
}

export function selectedCount({ isAll, except }: Selection, { rows }: LoadedPurchases): number {
  return isAll ? rows.length - except.size : except.size;
}

/** The total of the selected purchases, in euro; undefined while it is not known. */
export function selectedTotal({ isAll, except }: Selection, { total }: LoadedPurchases): Money | undefined {
  return isAll ? total?.minus(amounts(except)) : amounts(except);
}

export function selectedPurchases(selection: Selection, { rows }: LoadedPurchases): Purchases {
  return selection.isAll ? rows.filter((row) => isSelected(selection, row)) : [...selection.except.values()];
}

/** Whether every loaded purchase is selected; false if there is none. */
export function isAllSelected(selection: Selection, loaded: LoadedPurchases): boolean {
  const { rows, isComplete } = loaded;
  if (isComplete) return rows.length > 0 && selectedCount(selection, loaded) === rows.length;
  return rows.every((row) => isSelected(selection, row));
}

export function toggle({ isAll, except }: Selection, purchase: OrderablePurchase): Selection {
  const changed = new Map(except);
  const key = purchaseKey(purchase);
  if (!changed.delete(key)) changed.set(key, purchase);
  return { isAll, except: changed };
}

/** 'Seleziona/Deseleziona tutto' (§2): selects all loaded purchases, or deselects if all are selected. */
export function toggleAll(selection: Selection, loaded: LoadedPurchases): Selection {
  if (isAllSelected(selection, loaded)) return NOTHING_SELECTED;
  if (loaded.isComplete) return { isAll: true, except: new Map() };
  const page = loaded.rows.map((row) => [purchaseKey(row), row] as const);
  return { isAll: false, except: new Map([...selection.except, ...page]) };
}

/** Removes purchases that are no longer in the list. */
export function withoutPurchases({ isAll, except }: Selection, gone: ReadonlySet<string>): Selection {
  return { isAll, except: new Map([...except].filter(([key]) => !gone.has(key))) };
}

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

import { useDataProvider } from '@refinedev/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { Product } from '#contract/calls/products.ts';
import type { Money } from '#contract/rules/money.ts';
import { isSameCode } from '#contract/rules/product-code.ts';
import type { Scan } from '#src/components/scan/recognise.ts';
import { scanEnd } from '#src/components/scan/scan-keys.ts';
import { type ScanUse, scanTexts } from '#src/components/scan/scan-listener.tsx';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { useIsMounted } from '#src/providers/timing.ts';
import { DEFAULT_PAGE_SIZE } from '#src/providers/data/declaration.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import type { Sale } from '#src/providers/session/sale-store.ts';
import { lineOf, type SaleCart } from '../sale-cart.ts';
import { storePerSale } from '../use-stepper.ts';
import { codeSearchOf, NO_CRITERIA, productFilters } from './product-criteria.ts';
import { isSameLine, type NextLineProblem, type SaleLine } from './sale-line.ts';
import type { useCartLines } from './use-cart-lines.ts';
import type { ProductSearch, useOpenProduct } from './use-product-search.ts';

/** Why a scanned product is not in the cart. */
export type ScanNote =
  | { readonly kind: 'notFound' | 'several' | 'notTaken'; readonly ean: string }
  | { readonly kind: 'unreadable'; readonly digits: string }
  | ((NextLineProblem | { readonly kind: 'left' | 'otherPrice' }) & { readonly name: string })
  | { readonly kind: 'refused'; readonly name: string; readonly error: ApiError };

/** The scans of a sale, kept between its steps. */
export interface ScanState {
  /** Scanned codes that were not processed yet, in order. */
  readonly waiting: readonly string[];
  readonly notes: readonly ScanNote[];
  /** A code typed on another screen that was not searched yet, or null. */
  readonly wanted: string | null;
  readonly add: (code: string) => void;
  readonly want: (code: string | null) => void;
  /** Removes the first waiting code, which has been processed. */
  readonly next: () => void;
  readonly note: (note: ScanNote) => void;
  /** What steps 2 and 3 do with a scan: not with a card. One that cannot be used now is noted. */
  readonly take: (scan: Scan, isBlocked: boolean) => ScanUse;
  readonly clearNotes: () => void;
}

const scanStoreOf = storePerSale(() =>
  createStore<ScanState>()((set, get) => ({
    waiting: [],
    notes: [],
    wanted: null,
    want: (wanted) => set({ wanted }),
    add: (code) => set(({ waiting }) => ({ waiting: [...waiting, code] })),
    next: () => set(({ waiting }) => ({ waiting: waiting.slice(1) })),
    note: (note) => set(({ notes }) => ({ notes: [...notes, note] })),
    take: (scan, isBlocked) => {
      const { kind, code, isTyped } = scan;
      if (kind === 'card') return undefined;
      if (isBlocked || kind === 'unreadable') {
        get().note(kind === 'product' ? { kind: 'notTaken', ean: code } : { kind, digits: scanTexts(scan).digits });
        return 'noted';
      }
      if (isTyped) get().want(code);
      else get().add(code);
      return 'taken';
    },
    clearNotes: () => set({ notes: [] }),
  })),
);

/** The scans of a sale. They live as long as the sale. */
export function useScanState(sale: Sale): ScanState {
  return useStore(scanStoreOf(sale));
}

type FoundProducts = Pick<ProductSearch, 'products' | 'price'>;

/**
 * Looks up a scanned code with the product search's list call. A code that is not found is tried once more: with a
 * leading 0 (§5), or without the price of a weighed pack. Never rejects; null if the server does not answer.
 */
function useProductLookup(categoryType: string | undefined) {
  const dataProvider = useDataProvider();
  return async (code: string): Promise<FoundProducts | null> => {
    if (refuseOffline()) return null;
    const { codes = [], price } = codeSearchOf(code) ?? {};
    try {
      for (const ean of codes) {
        const { data } = await dataProvider().getList<Product>({
          resource: 'products',
          pagination: { currentPage: 1, pageSize: DEFAULT_PAGE_SIZE },
          filters: productFilters({ ...NO_CRITERIA, ean }, categoryType),
        });
        if (data.length > 0) return { products: data, price: ean === codes.at(-1) ? price : undefined };
      }
      return { products: [], price };
    } catch {
      // An alert shows it already (§8).
      return null;
    }
  };
}

/**
 * Processes scanned codes one after another, each with the result of the one before (§5).
 * @param process resolves to false if the server does not answer
 */
function useScanQueue(scanState: ScanState, isOccupied: boolean, process: (code: string) => Promise<boolean>) {
  const running = useRef(false);
  const [isStalled, setIsStalled] = useState(false);
  const isMounted = useIsMounted();
  const { waiting } = scanState;
  const isReady = waiting.length > 0 && !isOccupied && !isStalled;

  async function run(code: string): Promise<void> {
    running.current = true;
    const isDone = await process(code);
    running.current = false;
    // If the user has left the step, the code waits for the return.
    if (!isMounted.current) return;
    if (isDone) scanState.next();
    else setIsStalled(true);
  }

  const start = useEffectEvent(() => {
    const [code] = waiting;
    if (code !== undefined && !running.current) void run(code);
  });
  useEffect(() => {
    if (!isReady) return undefined;
    let isOver = false;
    void Promise.resolve().then(() => {
      if (!isOver) start();
    });
    return () => {
      isOver = true;
    };
    // Runs again when the next code can be processed.
  }, [isReady, waiting]);

  return {
    /** Whether a scanned code is being processed, or will be at once. */
    isRunning: isReady,
    /** Whether the server does not answer. Scanned codes are kept. */
    isStalled,
    retry: () => setIsStalled(false),
  };
}

interface ProductScansOptions {
  readonly cart: SaleCart;
  readonly categoryType: string | undefined;
  readonly scanState: ScanState;
  readonly opened: ReturnType<typeof useOpenProduct>;
  readonly lines: ReturnType<typeof useCartLines>;
  /** Whether the user's own search or change is running. Scanned codes wait for its end. */
  readonly isOccupied: boolean;
  /** Called before a scanned product opens. */
  readonly onOpening: () => void;
  /** `was`: the quantity that the scans had counted. */
  readonly onAdded: (product: Product, line: SaleLine, was: number) => void;
}

/** Whether a code is the product's EAN, pharmacy's code or id. */
export function isCodeOf({ productId, ean1, pharmacyCode }: Product, code: string): boolean {
  return code === String(productId) || [ean1, pharmacyCode].some((known) => isSameCode(code, known));
}

/**
 * Scanned codes in step 2 (§5). Every scan counts: it adds one to the open product, or adds the open product to the
 * cart and opens the next.
 */
export function useProductScans(options: ProductScansOptions) {
  const { cart, categoryType, scanState, opened, lines, isOccupied, onOpening, onAdded } = options;
  const { openLine } = opened;
  const lookUp = useProductLookup(categoryType);
  const submitsLast = useRef(false);

  /** Adds the open product before the next one opens; false if the server does not answer. */
  async function addOpen(): Promise<boolean> {
    const { product: added, counted } = openLine.current ?? {};
    const next = openLine.current?.read();
    if (!next || !added) return true;
    if ('problem' in next) {
      scanState.note({ ...next.problem, name: added.name });
      return true;
    }
    if (isSameLine(openLine.current?.present, next.line)) return true;
    const change = await lines.tryToPut(added, next.line);
    if (change.kind === 'refused') scanState.note({ kind: 'refused', name: added.name, error: change.error });
    if (change.kind === 'done') onAdded(added, next.line, counted ?? 0);
    return change.kind === 'done' || change.kind === 'refused';
  }

  /** @param price euro: that of a weighed pack, which a line can hold only if all its packs cost as much */
  function addOne({ name }: Product, price?: Money): boolean {
    const next = openLine.current?.read();
    const hasOther = price && next && !('line' in next && next.line.unitPrice.eq(price));
    const problem = hasOther ? ({ kind: 'otherPrice' } as const) : openLine.current?.addOne();
    if (problem) scanState.note({ ...problem, name });
    return true;
  }

  async function process(code: string): Promise<boolean> {
    await scanEnd();
    const shown = openLine.current?.product;
    if (shown && isCodeOf(shown, code)) return addOne(shown);
    const found = await lookUp(code);
    if (!found) return false;
    const { products, price } = found;
    const [scanned] = products;
    if (!scanned || products.length > 1) {
      scanState.note({ kind: scanned ? 'several' : 'notFound', ean: code });
      return true;
    }
    await scanEnd();
    if (openLine.current?.product?.productId === scanned.productId) return addOne(openLine.current.product, price);
    const present = lineOf(cart, scanned);
    if (price && present && !present.pricePerUnit.eq(price)) {
      scanState.note({ kind: 'otherPrice', name: scanned.name });
      return true;
    }
    if (!(await addOpen())) return false;
    await scanEnd();
    onOpening();
    opened.open({ product: scanned, isScanned: true, price });
    return true;
  }

  const queue = useScanQueue(scanState, isOccupied, process);
  const isScanning = scanState.waiting.length > 0;

  useEffect(() => {
    if (isScanning || !submitsLast.current) return;
    submitsLast.current = false;
    openLine.current?.submit();
  }, [isScanning, openLine]);

  return {
    ...queue,
    /** Whether scanned codes are not processed yet. */
    isScanning,
    /** Like Enter in the line of the product that is open after all scanned codes. */
    submitLast: () => {
      if (isScanning) submitsLast.current = true;
      else openLine.current?.submit();
    },
  };
}

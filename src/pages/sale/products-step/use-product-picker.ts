import { zodResolver } from '@hookform/resolvers/zod';
import { type Dispatch, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { scanEnd } from '#src/components/scan/scan-keys.ts';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { type SaleCart, lineOf } from '../sale-cart.ts';
import type { SaleEvent } from '../sale-reducer.ts';
import { NO_CRITERIA, type ProductCriteria, isPureEan, productSearchForm } from './product-criteria.ts';
import type { SaleLine } from './sale-line.ts';
import type { ScanState } from './scan-store.ts';
import { type NextLine, type ScanNote, isSameLine } from './scan-note.ts';
import { useCartLines } from './use-cart-lines.ts';
import { type LineEditing, useLineEditing } from './use-line-editing.ts';
import { useProductLookup } from './use-product-lookup.ts';
import { type ProductSearch, useProductSearch } from './use-product-search.ts';
import { useScanQueue } from './use-scan-queue.ts';

export interface OpenLine {
  readonly product: Product | undefined;
  /** The product's present line in the cart. */
  readonly present: CartItem | undefined;
  readonly read: () => NextLine | null;
  /** Adds one to the quantity. Returns a note if it cannot. */
  readonly addOne: () => ScanNote | null;
  /** Like Enter. */
  readonly submit: () => void;
}

interface Choice {
  readonly product: Product;
  readonly isScanned: boolean;
}

interface ProductPicker {
  readonly form: UseFormReturn<ProductCriteria>;
  readonly search: ProductSearch;
  readonly lines: ReturnType<typeof useCartLines>;
  readonly openLine: RefObject<OpenLine | null>;
  /** The open product, and its line if the cart has it. */
  readonly product: Product | undefined;
  readonly line: CartItem | undefined;
  /** Whether the open product was scanned: the quantity is then one more than in the cart. */
  readonly isScanned: boolean;
  /** Number of products opened so far; the key of the form. */
  readonly openings: number;
  /** Whether the form takes the focus: no code was scanned meanwhile. */
  readonly takesFocus: boolean;
  /** Whether a scanned code is being processed. */
  readonly isRunning: boolean;
  readonly isStalled: boolean;
  /** Whether scanned codes are not processed yet. */
  readonly isScanning: boolean;
  /** The product of the line changed last. */
  readonly changedKey: string | undefined;
  readonly find: (criteria: ProductCriteria, isFinished: boolean) => void;
  readonly choose: (product: Product) => void;
  /** `onAdded` is called after a success. */
  readonly add: (product: Product, line: SaleLine, onAdded?: () => void) => void;
  /** Enter with nothing left to type: adds the open product after all scanned codes. */
  readonly finish: () => void;
  /** Closes the open product. */
  readonly drop: () => void;
  readonly editing: LineEditing;
  /** Resolves when no change of the cart is running, to whether all succeeded. */
  readonly settled: () => Promise<boolean>;
  readonly remove: (item: CartItem) => void;
  /** The line deleted last, which can be restored. */
  readonly removed: CartItem | null;
  readonly undo: () => void;
  readonly forgetRemoved: () => void;
  readonly retryScans: () => void;
}

function isCodeOf({ productId, ean1 }: Product, code: string): boolean {
  return [ean1, String(productId)].includes(code) || ean1 === `0${code}`;
}

/**
 * Step 2: searching, choosing and adding products (§2, §5). Every scan counts: it adds one to the open product, or adds
 * the open product to the cart and opens the next.
 */
export function useProductPicker(
  cart: SaleCart,
  categoryType: string | undefined,
  dispatch: Dispatch<SaleEvent>,
  scanState: ScanState,
  focus: { readonly onEan: () => void; readonly onForward: () => void },
): ProductPicker {
  const form = useForm<ProductCriteria>({
    defaultValues: NO_CRITERIA,
    resolver: zodResolver(productSearchForm),
    mode: 'onChange',
    // Enter in an empty form leads on, so no field takes the focus.
    shouldFocusError: false,
  });
  const [choice, setChoice] = useState<Choice | null>(null);
  /** The current choice; `choice` is the one of the last render. */
  const openChoice = useRef<Choice | null>(null);
  const [openings, setOpenings] = useState(0);
  const [changedKey, setChangedKey] = useState<string>();
  /** Whether Enter was pressed while scanned codes were being processed. */
  const addsLast = useRef(false);
  const openLine = useRef<OpenLine>(null);
  const search = useProductSearch(categoryType);
  const lookUp = useProductLookup(categoryType);
  const lines = useCartLines(cart.cartId, dispatch);
  const once = useSingleFlight();
  const onceRemoved = useSingleFlight();
  const [removed, setRemoved] = useState<CartItem | null>(null);
  const editing = useLineEditing(cart, async (edited, saleLine, isFurther) => {
    leave(edited);
    const isDone = await lines.put(edited, saleLine, isFurther);
    if (isDone) setChangedKey(String(edited.productId));
    return isDone;
  });

  const { submitted } = search;
  const isChanging = lines.isAdding || lines.isDeleting;
  const single = search.total === 1 ? search.products[0] : undefined;
  const product = choice?.product ?? single;
  const line = product && lineOf(cart, product);
  /**
   * Whether the code field is empty or has the text of the search. A function, because a render for each key of a
   * scanner is too slow.
   */
  const isSearchShown = () => {
    const typed = form.getValues('ean').trim();
    return typed === '' || typed === submitted?.criteria.ean.trim();
  };

  function open(next: Choice | null): void {
    openChoice.current = next;
    setChoice(next);
    setOpenings((count) => count + 1);
  }

  function clearProduct(): void {
    open(null);
    search.clear();
  }

  /** Notes the scanned product that is closed for another. */
  function leaveScanned(): void {
    if (openChoice.current?.isScanned) scanState.note({ kind: 'left', name: openChoice.current.product.name });
  }

  /** Closes the open product after a change in the cart's table, which is newer than its form. */
  function leave({ productId }: Product): void {
    if (openLine.current?.product?.productId !== productId) return;
    leaveScanned();
    clearProduct();
  }

  /** Adds the open product before the next one opens; false if the server does not answer. */
  async function addOpen(): Promise<boolean> {
    const next = openLine.current?.read();
    const added = openLine.current?.product;
    if (!next || !added) return true;
    if ('note' in next) {
      scanState.note(next.note);
      return true;
    }
    if (isSameLine(openLine.current?.present, next.line)) return true;
    const change = await lines.tryToPut(added, next.line);
    if (change.kind === 'refused') scanState.note({ kind: 'refused', name: added.name, error: change.error });
    if (change.kind === 'done') setChangedKey(String(added.productId));
    return change.kind === 'done' || change.kind === 'refused';
  }

  function addOne(): boolean {
    const note = openLine.current?.addOne();
    if (note) scanState.note(note);
    return true;
  }

  async function process(code: string): Promise<boolean> {
    await scanEnd();
    const shown = openLine.current?.product;
    if (shown && isCodeOf(shown, code)) return addOne();
    const found = await lookUp(code);
    if (!found) return false;
    const [scanned] = found;
    if (!scanned || found.length > 1) {
      scanState.note({ kind: scanned ? 'several' : 'notFound', ean: code });
      return true;
    }
    await scanEnd();
    if (openLine.current?.product?.productId === scanned.productId) return addOne();
    if (!(await addOpen())) return false;
    await scanEnd();
    lines.forgetError();
    search.clear();
    // Keeps what the user is typing.
    if (isSearchShown()) form.reset(NO_CRITERIA);
    open({ product: scanned, isScanned: true });
    return true;
  }

  const scans = useScanQueue({ scanState, isOccupied: search.isLoading || isChanging, process });
  const isScanning = scanState.waiting.length > 0 || scans.isRunning;
  const isOccupied = isScanning || isChanging || search.isLoading;

  useEffect(() => {
    if (isScanning || !addsLast.current) return;
    addsLast.current = false;
    openLine.current?.submit();
  }, [isScanning]);

  const noteLeft = useEffectEvent(leaveScanned);
  useEffect(() => {
    return () => noteLeft();
  }, []);

  const find = (next: ProductCriteria, isFinished: boolean) => {
    if (isOccupied && isPureEan(next)) {
      const isUnderWay = search.isLoading && next.ean.trim() === submitted?.criteria.ean.trim();
      if (!isFinished || isUnderWay) return;
      scanState.add(next.ean.trim());
      form.reset(NO_CRITERIA);
      return;
    }
    leaveScanned();
    lines.forgetError();
    open(null);
    search.search(next, isFinished);
  };

  const add = (added: Product, saleLine: SaleLine, onAdded?: () => void) =>
    void once(async () => {
      // The old criteria would limit the next search, which would then find nothing.
      form.reset(NO_CRITERIA);
      focus.onEan();
      if (!(await lines.put(added, saleLine))) return;
      setChangedKey(String(added.productId));
      clearProduct();
      onAdded?.();
    });

  return {
    form,
    search,
    lines,
    openLine,
    product,
    line,
    isScanned: choice?.isScanned === true,
    openings,
    takesFocus:
      product !== undefined && (choice !== null || submitted?.isFinished === true) && !isOccupied && isSearchShown(),
    isRunning: scans.isRunning,
    isStalled: scans.isStalled,
    isScanning,
    changedKey,
    find,
    choose: (hit) => {
      leaveScanned();
      lines.forgetError();
      open({ product: hit, isScanned: false });
    },
    add,
    finish: () => {
      if (isScanning) addsLast.current = true;
      else if (product) openLine.current?.submit();
      else focus.onForward();
    },
    drop: clearProduct,
    editing,
    settled: async () => (await editing.settled()) && lines.settled(),
    remove: (item) =>
      void onceRemoved(async () => {
        leave(item.product);
        const present = editing.abandon(item);
        setRemoved(null);
        if (await lines.remove(item.product.productId)) setRemoved(present);
        focus.onEan();
      }),
    // A product that was scanned again must not be restored.
    removed: removed && lineOf(cart, removed.product) ? null : removed,
    undo: () =>
      void once(async () => {
        if (!removed) return;
        const { product: back, quantity, pricePerUnit } = removed;
        leave(back);
        focus.onEan();
        if (!(await lines.put(back, { quantity, unitPrice: pricePerUnit }))) return;
        setRemoved(null);
        setChangedKey(String(back.productId));
      }),
    forgetRemoved: () => setRemoved(null),
    retryScans: scans.retry,
  };
}

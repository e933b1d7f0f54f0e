import { zodResolver } from '@hookform/resolvers/zod';
import { type Dispatch, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { pauseOfScanner } from '#src/components/scan/scan-keys.ts';
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

/** The form of the product at hand, for what does not come from its fields. */
export interface OpenLine {
  readonly product: Product | undefined;
  /** The line that the product has in the cart already. */
  readonly present: CartItem | undefined;
  readonly read: () => NextLine | null;
  /** Takes one more piece, or says why not. */
  readonly addOne: () => ScanNote | null;
  /** As Enter does. */
  readonly submit: () => void;
}

/** The product that was chosen, by hand or by a scan. */
interface Choice {
  readonly product: Product;
  readonly isScanned: boolean;
}

interface ProductPicker {
  readonly form: UseFormReturn<ProductCriteria>;
  readonly search: ProductSearch;
  readonly lines: ReturnType<typeof useCartLines>;
  readonly openLine: RefObject<OpenLine | null>;
  /** The product at hand, and its line where the cart has it already. */
  readonly product: Product | undefined;
  readonly line: CartItem | undefined;
  /** Whether the product at hand was scanned: then it takes one more piece than the cart has. */
  readonly isScanned: boolean;
  /** Counts the products that were at hand. */
  readonly openings: number;
  /** Whether the assistant may go on with the product at hand: nothing was scanned meanwhile. */
  readonly takesFocus: boolean;
  /** Whether what was scanned is being gone through. */
  readonly isRunning: boolean;
  readonly isStalled: boolean;
  /** Whether what was scanned is still to be gone through. */
  readonly isScanning: boolean;
  /** The product whose line was changed last. */
  readonly changedKey: string | undefined;
  readonly find: (criteria: ProductCriteria, isFinished: boolean) => void;
  readonly choose: (product: Product) => void;
  /** `onAdded`: what comes after it. */
  readonly add: (product: Product, line: SaleLine, onAdded?: () => void) => void;
  /** Enter where nothing is left to be typed: adds the product at hand, once all that was scanned has been gone through. */
  readonly finish: () => void;
  /** Leaves the product at hand. */
  readonly drop: () => void;
  readonly editing: LineEditing;
  /** Once every change of the cart is done; whether all went well. */
  readonly settled: () => Promise<boolean>;
  readonly remove: (item: CartItem) => void;
  /** The line that was deleted just now and can be put back. */
  readonly removed: CartItem | null;
  readonly undo: () => void;
  readonly forgetRemoved: () => void;
  readonly retryScans: () => void;
}

function isCodeOf({ productId, ean1 }: Product, code: string): boolean {
  return [ean1, String(productId)].includes(code) || ean1 === `0${code}`;
}

/**
 * What happens on step 2: products are looked for, chosen and added (§2, §5). Every scan counts: one more of the product
 * at hand, or the next product, before which the one at hand is added.
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
    // Enter in an empty form leads on, not back to a field.
    shouldFocusError: false,
  });
  const [choice, setChoice] = useState<Choice | null>(null);
  /** As `choice`, before it is drawn. */
  const atHand = useRef<Choice | null>(null);
  const [openings, setOpenings] = useState(0);
  const [changedKey, setChangedKey] = useState<string>();
  /** Whether Enter was pressed while what was scanned was still being gone through. */
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
  /** Whether nothing has been typed since; asked when it matters: each key of a scanner must be cheap. */
  const isShown = () => {
    const typed = form.getValues('ean').trim();
    return typed === '' || typed === submitted?.criteria.ean.trim();
  };

  function open(next: Choice | null): void {
    atHand.current = next;
    setChoice(next);
    setOpenings((count) => count + 1);
  }

  function clearProduct(): void {
    open(null);
    search.clear();
  }

  /** Notes the scanned product that is left for another. */
  function leaveScanned(): void {
    if (atHand.current?.isScanned) scanState.note({ kind: 'left', name: atHand.current.product.name });
  }

  /** Leaves a product that is changed in the cart's table: the line in its form is not what was meant last. */
  function leave({ productId }: Product): void {
    if (openLine.current?.product?.productId !== productId) return;
    leaveScanned();
    clearProduct();
  }

  /** Adds the product at hand before another comes; false when nobody answers. */
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
    await pauseOfScanner();
    const shown = openLine.current?.product;
    if (shown && isCodeOf(shown, code)) return addOne();
    const found = await lookUp(code);
    if (!found) return false;
    const [scanned] = found;
    if (!scanned || found.length > 1) {
      scanState.note({ kind: scanned ? 'several' : 'notFound', ean: code });
      return true;
    }
    await pauseOfScanner();
    if (openLine.current?.product?.productId === scanned.productId) return addOne();
    if (!(await addOpen())) return false;
    await pauseOfScanner();
    lines.forgetError();
    search.clear();
    // What is being typed by now stays as it is.
    if (isShown()) form.reset(NO_CRITERIA);
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
      // What the last product was found by would narrow the next search, which would then find nothing.
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
      product !== undefined && (choice !== null || submitted?.isFinished === true) && !isOccupied && isShown(),
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
    // What was scanned again meanwhile stays as it is.
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

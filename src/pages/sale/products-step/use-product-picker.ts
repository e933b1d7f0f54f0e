import { zodResolver } from '@hookform/resolvers/zod';
import { type Dispatch, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import type { CartItem } from '#contract/entities/cart.ts';
import type { Product } from '#contract/entities/product.ts';
import { useSingleFlight } from '#src/hooks/use-single-flight.ts';
import { type SaleCart, lineOf } from '../sale-cart.ts';
import type { SaleEvent } from '../sale-reducer.ts';
import { NO_CRITERIA, type ProductCriteria, isPureEan, productSearchForm } from './product-criteria.ts';
import type { SaleLine } from './sale-line.ts';
import { type ScanNote, nextLineOf } from './scan-note.ts';
import { useCartLines } from './use-cart-lines.ts';
import { type ProductSearch, useProductSearch } from './use-product-search.ts';
import { type ScanQueue, type ScanResult, useScanQueue } from './use-scan-queue.ts';

interface EanField {
  readonly focus: () => void;
  readonly select: () => void;
}

interface ProductPicker {
  readonly form: UseFormReturn<ProductCriteria>;
  readonly search: ProductSearch;
  readonly lines: ReturnType<typeof useCartLines>;
  readonly scans: ScanQueue;
  /** The product at hand, and its line where the cart has it already. */
  readonly product: Product | undefined;
  readonly line: CartItem | undefined;
  /** Whether the assistant may go on with the product at hand: nothing was scanned meanwhile. */
  readonly takesFocus: boolean;
  readonly isBusy: boolean;
  /** The product whose line was changed last. */
  readonly changedKey: string | undefined;
  readonly find: (criteria: ProductCriteria, isFinished: boolean) => void;
  readonly choose: (product: Product) => void;
  /** `nextEan`: the EAN of the product scanned meanwhile. */
  readonly add: (product: Product, line: SaleLine, nextEan?: string) => void;
  /** Leaves the product at hand, which cannot be added, for the next one scanned. */
  readonly leave: (note: ScanNote, nextEan: string) => void;
  readonly remove: (item: CartItem) => void;
  readonly retryScans: () => void;
}

interface TypedValue {
  readonly name?: string;
  readonly values: ProductCriteria;
}

function isSameLine(line: CartItem, { quantity, unitPrice }: SaleLine): boolean {
  return line.quantity === quantity && line.pricePerUnit.eq(unitPrice);
}

/**
 * What happens on step 2: products are looked for, chosen and added (§2, §5). A scan never gets lost: one that is made
 * while the product before it is still looked for or added waits for its turn.
 */
export function useProductPicker(
  cart: SaleCart,
  categoryType: string | undefined,
  dispatch: Dispatch<SaleEvent>,
  eanField: { readonly current: EanField | null },
): ProductPicker {
  const form = useForm<ProductCriteria>({
    defaultValues: NO_CRITERIA,
    resolver: zodResolver(productSearchForm),
    mode: 'onChange',
    // Enter in an empty form leads on, not back to a field.
    shouldFocusError: false,
  });
  const ean = useWatch({ control: form.control, name: 'ean' });
  const [chosen, setChosen] = useState<Product | null>(null);
  const [changedKey, setChangedKey] = useState<string>();
  const [scansShown, setScansShown] = useState(0);
  const search = useProductSearch(categoryType);
  const lines = useCartLines(cart.cartId, dispatch);
  const once = useSingleFlight();
  /** Whether the EAN in the field was begun while the product before it was looked for or added. */
  const isTypedAhead = useRef(false);
  /** Whether anything was typed since the last search: a scanner may end with two Enters. */
  const isTypedAnew = useRef(false);

  const { submitted } = search;
  const isChanging = lines.isAdding || lines.isDeleting;
  const isScan = submitted?.isFinished === true && isPureEan(submitted.criteria);
  const single = search.total === 1 ? search.products[0] : undefined;
  const product = chosen ?? single;
  const line = product && lineOf(cart, product);

  function clearProduct(): void {
    setChosen(null);
    search.clear();
  }

  async function settle(): Promise<ScanResult> {
    const { problem } = lines;
    if (problem && product) {
      if (problem.kind !== 'refused') return 'no answer';
      return { note: { kind: 'refused', name: product.name, error: problem.error } };
    }
    if (!isScan) return {};
    if (search.isEmpty) return { note: { kind: 'notFound', ean: submitted.criteria.ean } };
    if (!product) return { note: { kind: 'several', ean: submitted.criteria.ean } };
    const next = nextLineOf(product, line, cart.residualAmount);
    if ('note' in next) return next;
    const change = await lines.tryToPut(product, next.line);
    if (change.kind === 'refused') return { note: { kind: 'refused', name: product.name, error: change.error } };
    if (change.kind !== 'done') return 'no answer';
    setChangedKey(String(product.productId));
    return {};
  }

  function findScanned(scanned: string): void {
    lines.forgetError();
    setChosen(null);
    // What is being typed or scanned by now stays as it is.
    if (form.getValues('ean').trim() === '') form.reset({ ...NO_CRITERIA, ean: scanned });
    setScansShown((count) => count + 1);
    search.search({ ...NO_CRITERIA, ean: scanned }, true);
  }

  const scans = useScanQueue({
    isOccupied: search.isLoading || isChanging,
    isStuck: search.onRetry !== undefined,
    settle,
    find: findScanned,
  });
  const hasWaiting = scans.waiting.length > 0;
  const isOccupied = hasWaiting || scans.isRunning || isChanging || (isScan && search.isLoading);

  const noteTyping = useEffectEvent(({ name, values }: TypedValue) => {
    isTypedAnew.current = true;
    if (name === 'ean') isTypedAhead.current = values.ean !== '' && (isOccupied || isTypedAhead.current);
  });
  useEffect(() => {
    return form.subscribe({
      formState: { values: true },
      callback: (change) => {
        if (change.type === 'change') noteTyping(change);
      },
    });
  }, [form]);

  const isShown = ean.trim() === submitted?.criteria.ean.trim();
  const selectShown = useEffectEvent(() => {
    if (isShown) eanField.current?.select();
  });
  useEffect(() => {
    // So that the next scan takes the place of the one that is shown; never of one that is being made.
    if (scansShown > 0) selectShown();
  }, [scansShown]);

  const find = (next: ProductCriteria, isFinished: boolean) => {
    const waits = isPureEan(next) && (isOccupied || isTypedAhead.current);
    const isNew = isTypedAnew.current;
    isTypedAhead.current = false;
    isTypedAnew.current = false;
    if (waits) {
      if (isNew) scans.add(next.ean.trim());
      return;
    }
    lines.forgetError();
    setChosen(null);
    search.search(next, isFinished);
  };

  const add = (added: Product, saleLine: SaleLine, nextEan?: string) =>
    void once(async () => {
      // What the last product was found by would narrow the next scan, which would then find nothing.
      form.reset(NO_CRITERIA);
      eanField.current?.focus();
      if (nextEan !== undefined) scans.add(nextEan);
      if (nextEan !== undefined && line && isSameLine(line, saleLine)) {
        scans.note({ kind: 'inCart', name: added.name, quantity: line.quantity });
      } else {
        if (!(await lines.put(added, saleLine))) return;
        setChangedKey(String(added.productId));
      }
      clearProduct();
    });

  return {
    form,
    search,
    lines,
    scans,
    product,
    line,
    takesFocus:
      product !== undefined &&
      (chosen !== null || submitted?.isFinished === true) &&
      !isOccupied &&
      (ean === '' || isShown),
    isBusy: isChanging || hasWaiting || scans.isRunning,
    changedKey,
    find,
    choose: (hit) => {
      lines.forgetError();
      setChosen(hit);
    },
    add,
    leave: (note, nextEan) => {
      form.reset(NO_CRITERIA);
      eanField.current?.focus();
      scans.note(note);
      scans.add(nextEan);
      clearProduct();
    },
    remove: ({ product: { productId } }) =>
      void once(async () => {
        await lines.remove(productId);
        eanField.current?.focus();
      }),
    retryScans: () => {
      search.onRetry?.();
      scans.retry();
    },
  };
}

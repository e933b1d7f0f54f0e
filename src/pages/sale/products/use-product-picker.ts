import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslate } from '@refinedev/core';
import { type Dispatch, useEffect, useEffectEvent, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import { isTrack, readScan } from '#src/components/scan/recognise.ts';
import { useSingleFlight } from '#src/providers/timing.ts';
import { useNotify } from '#src/providers/notifications/use-notify.ts';
import { lineOf, type SaleCart } from '../sale-cart.ts';
import type { SaleEvent } from '../sale-reducer.ts';
import {
  isPureEan,
  isRefusedSearch,
  NO_CRITERIA,
  type ProductCriteria,
  productSearchForm,
} from './product-criteria.ts';
import type { SaleLine } from './sale-line.ts';
import { useCartLines } from './use-cart-lines.ts';
import { useLineEditing } from './use-line-editing.ts';
import { isCodeOf, type ScanState, useProductScans } from './use-product-scans.ts';
import { useOpenProduct, useProductSearch } from './use-product-search.ts';

/** Step 2: searching, choosing, scanning and adding products, and changing the lines of the cart (§2, §5). */
export function useProductPicker(
  cart: SaleCart,
  categoryType: string | undefined,
  dispatch: Dispatch<SaleEvent>,
  scanState: ScanState,
  focus: { readonly onEan: () => void; readonly onForward: () => void },
) {
  const form = useForm<ProductCriteria>({
    defaultValues: NO_CRITERIA,
    resolver: zodResolver(productSearchForm),
    mode: 'onChange',
    // Enter in an empty form leads on, so no field takes the focus.
    shouldFocusError: false,
  });
  const [changedKey, setChangedKey] = useState<string>();
  const search = useProductSearch(categoryType);
  const lines = useCartLines(cart.cartId, dispatch);
  const opened = useOpenProduct(cart, search, scanState);
  const addOnce = useSingleFlight();
  const removeOnce = useSingleFlight();
  const [removed, setRemoved] = useState<CartItem | null>(null);
  const { submitted } = search;
  const isChanging = lines.isAdding || lines.isDeleting;
  const markChanged = ({ productId }: Product) => setChangedKey(String(productId));
  const translate = useTranslate();
  const { notify } = useNotify();
  const [refusal, setRefusal] = useState<string | null>(null);

  /** A typed quantity replaces the counted one, it is not added to it. */
  const markAdded = (product: Product, { quantity }: SaleLine, was: number) => {
    markChanged(product);
    if (was < 2 || was === quantity) return;
    const text = translate('sale:line.replaced', { name: product.name, was, quantity });
    notify({ kind: 'info', text, key: 'QUANTITY' });
  };

  const editing = useLineEditing(cart, async (product, line, isFurther) => {
    opened.leave(product);
    const isDone = await lines.put(product, line, isFurther);
    if (isDone) markChanged(product);
    return isDone;
  });

  const remove = async (item: CartItem) => {
    setRemoved(null);
    opened.leave(item.product);
    const present = editing.abandon(item);
    const isDone = await lines.remove(item.product.productId);
    focus.onEan();
    if (isDone) setRemoved(present);
  };

  const restore = async ({ product, quantity, pricePerUnit }: CartItem) => {
    opened.leave(product);
    focus.onEan();
    if (!(await lines.put(product, { quantity, unitPrice: pricePerUnit }))) return;
    markChanged(product);
    setRemoved(null);
  };

  /**
   * Whether the code field is empty or has the text of the search. A function, because a render for each key of a
   * scanner is too slow.
   */
  const isSearchShown = () => {
    const typed = form.getValues('ean').trim();
    return typed === '' || typed === submitted?.criteria.ean.trim();
  };

  const scans = useProductScans({
    cart,
    categoryType,
    scanState,
    opened,
    lines,
    isOccupied: search.isLoading || isChanging,
    onOpening: () => {
      lines.forgetError();
      search.clear();
      setRefusal(null);
      // Keeps what the user is typing.
      if (isSearchShown()) form.reset(NO_CRITERIA);
    },
    onAdded: markAdded,
  });
  const isOccupied = scans.isScanning || isChanging || search.isLoading;

  const forgetUnknown = useEffectEvent(() => {
    if (submitted?.isFinished && isPureEan(submitted.criteria) && isSearchShown()) form.setValue('ean', '');
  });
  useEffect(() => {
    // The next words would be searched for together with it.
    if (search.isEmpty) forgetUnknown();
  }, [search.isEmpty, submitted]);

  /** A code that no product has is not combined with the words that were typed next. */
  const withoutUnknown = (typed: ProductCriteria): ProductCriteria => {
    const isKnown = !search.isEmpty || !submitted || !isPureEan(submitted.criteria) || isPureEan(typed);
    if (isKnown || typed.ean.trim() !== submitted.criteria.ean.trim()) return typed;
    form.setValue('ean', '');
    return { ...typed, ean: '' };
  };

  const refuse = (typed: ProductCriteria) => {
    const { ean, name } = typed;
    const isCard = (text: string) => readScan(text)?.kind === 'card' || isTrack(text);
    const text = isCard(ean) || isCard(name) ? 'common:scan.elsewhere.card' : 'sale:product.noCode';
    setRefusal(translate(text, { code: ean.trim() }));
    form.reset({ ...typed, ean: '', name: isCard(name) ? '' : name });
    focus.onEan();
  };

  const find = (typed: ProductCriteria, isFinished: boolean) => {
    const next = withoutUnknown(typed);
    if (isRefusedSearch(next)) {
      if (isFinished) refuse(next);
      return;
    }
    setRefusal(null);
    const { product } = opened;
    if (isFinished && opened.isScanned && product && isPureEan(next) && isCodeOf(product, next.ean)) {
      // Without its scan the pieces that were counted would be lost.
      scanState.add(next.ean.trim());
      form.reset(NO_CRITERIA);
      return;
    }
    if (isOccupied && isPureEan(next)) {
      const isUnderWay = search.isLoading && next.ean.trim() === submitted?.criteria.ean.trim();
      if (!isFinished || isUnderWay) return;
      scanState.add(next.ean.trim());
      form.reset(NO_CRITERIA);
      return;
    }
    opened.noteLeft();
    lines.forgetError();
    opened.open(null);
    search.search(next, isFinished);
  };

  /** @param onAdded called after a success */
  const add = (product: Product, line: SaleLine, onAdded?: () => void) =>
    void addOnce(async () => {
      // The old criteria would limit the next search, which would then find nothing.
      form.reset(NO_CRITERIA);
      focus.onEan();
      const was = opened.openLine.current?.counted ?? 0;
      if (!(await lines.put(product, line))) return;
      markAdded(product, line, was);
      opened.close();
      onAdded?.();
    });

  return {
    form,
    search,
    /** Why what was typed is not searched for, or null. */
    refusal,
    lines,
    opened,
    scans,
    editing,
    /** The line deleted last, which can be restored. A product that was scanned again must not be. */
    removed: removed && lineOf(cart, removed.product) ? null : removed,
    remove: (item: CartItem) => void removeOnce(() => remove(item)),
    restore: (item: CartItem) => void addOnce(() => restore(item)),
    forgetRemoved: () => setRemoved(null),
    /** Whether the form of the open product takes the focus: no code was scanned meanwhile. */
    takesFocus:
      opened.product !== undefined &&
      (opened.isChosen || submitted?.isFinished === true) &&
      !isOccupied &&
      isSearchShown(),
    /** The product of the line changed last. */
    changedKey,
    /** Turns the cart to the line of a product. */
    reveal: markChanged,
    /** @param isFinished true for Enter or 'Cerca', false for a pause in the typing */
    find,
    choose: (product: Product) => {
      opened.noteLeft();
      lines.forgetError();
      setRefusal(null);
      opened.open({ product, isScanned: false });
    },
    add,
    /** Enter with nothing left to type: adds the open product after all scanned codes. */
    finish: () => {
      if (scans.isScanning || opened.product) scans.submitLast();
      else focus.onForward();
    },
    /** Resolves when no change of the cart is running, to whether all succeeded. */
    settled: async () => (await editing.settled()) && lines.settled(),
  };
}

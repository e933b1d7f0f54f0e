import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Product } from '#contract/calls/products.ts';
import type { Money } from '#contract/rules/money.ts';
import { lineOf, type SaleCart } from '../sale-cart.ts';
import type { ScanState } from './scan-store.ts';
import type { OpenLine } from './line-form.tsx';
import type { ProductSearch } from './use-product-search.ts';

interface Choice {
  readonly product: Product;
  readonly isScanned: boolean;
  /** Euro: the price in the code of a weighed pack. */
  readonly price?: Money | undefined;
}

/** The product whose line is being filled in: the chosen or scanned one, otherwise a search's only result (§2). */
export function useOpenProduct(cart: SaleCart, search: ProductSearch, scanState: ScanState) {
  const [choice, setChoice] = useState<Choice | null>(null);
  /** The current choice; `choice` is the one of the last render. */
  const currentChoice = useRef<Choice | null>(null);
  const [openings, setOpenings] = useState(0);
  const openLine = useRef<OpenLine>(null);
  const onlyResult = search.total === 1 ? search.products[0] : undefined;
  const product = choice?.product ?? onlyResult;

  function open(next: Choice | null): void {
    currentChoice.current = next;
    setChoice(next);
    setOpenings((count) => count + 1);
  }

  /** Closes the open product and its search. */
  function close(): void {
    open(null);
    search.clear();
  }

  /** Notes a scanned product that is closed for another. */
  function noteLeft(): void {
    if (currentChoice.current?.isScanned) scanState.note({ kind: 'left', name: currentChoice.current.product.name });
  }

  const noteLeftAtEnd = useEffectEvent(noteLeft);
  useEffect(() => {
    return () => noteLeftAtEnd();
  }, []);

  return {
    openLine,
    product,
    /** The product's line, if the cart has it. */
    line: product && lineOf(cart, product),
    /** Whether it was chosen or scanned, and is not just the only result of a search. */
    isChosen: choice !== null,
    /** Whether it was scanned: the quantity is then one more than in the cart. */
    isScanned: choice?.isScanned === true,
    /** Euro: the price in the code of a weighed pack. */
    price: choice ? choice.price : search.price,
    /** Number of products opened so far; the key of the form. */
    openings,
    open,
    close,
    noteLeft,
    /** Closes this product after a change in the cart's table, which is newer than its form. */
    leave: ({ productId }: Product) => {
      if (openLine.current?.product?.productId !== productId) return;
      noteLeft();
      close();
    },
  };
}

import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { CartItem } from '#contract/calls/carts.ts';
import type { Product } from '#contract/calls/products.ts';
import type { Money } from '#contract/rules/money.ts';
import { lineOf, type SaleCart } from '../sale-cart.ts';
import type { ScanState } from './scan-store.ts';
import type { OpenLine } from './use-line-form.ts';
import type { ProductSearch } from './use-product-search.ts';

interface Choice {
  readonly product: Product;
  readonly isScanned: boolean;
  /** Euro: the price in the code of a weighed pack. */
  readonly price?: Money | undefined;
}

interface OpenProduct {
  readonly openLine: RefObject<OpenLine | null>;
  readonly product: Product | undefined;
  /** The product's line, if the cart has it. */
  readonly line: CartItem | undefined;
  /** Whether it was chosen or scanned, and is not just the only result of a search. */
  readonly isChosen: boolean;
  /** Whether it was scanned: the quantity is then one more than in the cart. */
  readonly isScanned: boolean;
  /** Euro: the price in the code of a weighed pack. */
  readonly price: Money | undefined;
  /** Number of products opened so far; the key of the form. */
  readonly openings: number;
  readonly open: (choice: Choice | null) => void;
  /** Closes the open product and its search. */
  readonly close: () => void;
  /** Notes a scanned product that is closed for another. */
  readonly noteLeft: () => void;
  /** Closes this product after a change in the cart's table, which is newer than its form. */
  readonly leave: (product: Product) => void;
}

/** The product whose line is being filled in: the chosen or scanned one, otherwise a search's only result (§2). */
export function useOpenProduct(cart: SaleCart, search: ProductSearch, scanState: ScanState): OpenProduct {
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

  function close(): void {
    open(null);
    search.clear();
  }

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
    line: product && lineOf(cart, product),
    isChosen: choice !== null,
    isScanned: choice?.isScanned === true,
    price: choice ? choice.price : search.price,
    openings,
    open,
    close,
    noteLeft,
    leave: ({ productId }) => {
      if (openLine.current?.product?.productId !== productId) return;
      noteLeft();
      close();
    },
  };
}

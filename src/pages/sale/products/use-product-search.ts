import { useTable } from '#src/components/table/use-table.ts';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Product } from '#contract/calls/products.ts';
import type { Money } from '#contract/rules/money.ts';
import { DEFAULT_PAGE_SIZE } from '#src/providers/data/declaration.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import { lineOf, type SaleCart } from '../sale-cart.ts';
import type { OpenLine } from './line-form.tsx';
import { codeSearchOf, isPureEan, type ProductCriteria, productFilters } from './product-criteria.ts';
import type { ScanState } from './use-product-scans.ts';

interface Submitted {
  readonly criteria: ProductCriteria;
  /** The code to search for: the typed one or, if it was not found, the next one to try (§5). */
  readonly ean: string;
  /** Number of the search, so that the same EAN can be scanned again. */
  readonly attempt: number;
  /** Whether the user has finished typing (Enter, 'Cerca'), so that the focus may move to a single result. */
  readonly isFinished: boolean;
}

export type ProductSearch = ReturnType<typeof useProductSearch>;

/**
 * The product search of step 2 (§2): pages of 5, 10 or 20. A search with only an EAN that finds nothing is repeated
 * with a leading 0 (§5), or without the price of a weighed pack.
 * @param categoryType of the patient's dossier; limits the products
 */
export function useProductSearch(categoryType: string | undefined) {
  const [submitted, setSubmitted] = useState<Submitted | null>(null);
  const { tableProps, tableQuery, sorters, setCurrentPage } = useTable<Product>({
    resource: 'products',
    syncWithLocation: false,
    pagination: { pageSize: DEFAULT_PAGE_SIZE },
    filters: {
      permanent: submitted ? productFilters({ ...submitted.criteria, ean: submitted.ean }, categoryType) : [],
    },
    queryOptions: {
      enabled: submitted !== null,
      meta: { submitted },
      // Keeps the rows, and the focus on the pager, while a page loads. A new search starts empty.
      placeholderData: (rows, query) => (query?.meta?.submitted === submitted ? rows : undefined),
    },
  });
  const { isError, isFetching, isPlaceholderData, isSuccess, refetch } = tableQuery;
  const isAnswered = submitted !== null && isSuccess && !isPlaceholderData;
  const total = tableQuery.data?.total ?? 0;
  const { codes = [], price } = codeSearchOf(submitted?.criteria.ean ?? '') ?? {};

  if (isAnswered && total === 0 && isPureEan(submitted.criteria)) {
    const next = codes[codes.indexOf(submitted.ean) + 1];
    if (next !== undefined) setSubmitted({ ...submitted, ean: next });
  }

  const retryFailed = useEffectEvent(() => {
    if (isError && !isFetching) void refetch();
  });
  // The same search after a failure is the same query, which does not run again automatically.
  useEffect(() => {
    retryFailed();
  }, [submitted?.attempt]);

  const search = (criteria: ProductCriteria, isFinished: boolean) => {
    if (refuseOffline()) return;
    const [ean = ''] = codeSearchOf(criteria.ean)?.codes ?? [];
    setSubmitted((last) => ({ criteria, ean, attempt: (last?.attempt ?? 0) + 1, isFinished }));
    setCurrentPage(1);
  };

  const isLoading = tableQuery.isLoading || isPlaceholderData;
  const products: readonly Product[] = (submitted && tableQuery.data?.data) ?? [];
  return {
    submitted,
    tableProps: { ...tableProps, loading: isLoading },
    sorters,
    products,
    total,
    /** Euro: the price in the code of the weighed pack that was found. */
    price: submitted?.ean === codes.at(-1) ? price : undefined,
    isLoading,
    isEmpty: isAnswered && products.length === 0,
    /** Set when the products could not be loaded. */
    onRetry: isError ? () => void refetch() : undefined,
    search,
    clear: () => setSubmitted(null),
  };
}

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

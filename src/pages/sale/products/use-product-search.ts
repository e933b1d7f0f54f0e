import { useTable } from '#src/components/table/use-table.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Product } from '#contract/calls/products.ts';
import { DEFAULT_PAGE_SIZE } from '#src/providers/data/declaration.ts';
import { refuseOffline } from '#src/providers/notifications/refuse-offline.ts';
import { codeSearchOf, isPureEan, type ProductCriteria, productFilters } from './product-criteria.ts';

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

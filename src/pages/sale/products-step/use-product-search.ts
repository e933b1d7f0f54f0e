import { useList } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Product } from '#contract/entities/product.ts';
import { DEFAULT_PAGE_SIZE } from '#src/components/data-table/paging.ts';
import { refuseOffline } from '#src/providers/connection/refuse-offline.ts';
import { type ProductCriteria, isPureEan, productFilters } from './product-criteria.ts';

interface Submitted {
  readonly criteria: ProductCriteria;
  readonly page: number;
  readonly pageSize: number;
  /** Counts the searches, so that the same EAN can be scanned again. */
  readonly attempt: number;
  /** Whether the assistant has finished typing (Enter, 'Cerca'), so that the focus may move on to a single hit. */
  readonly isFinished: boolean;
  /** Whether only the page was turned: its rows stay until the next ones are there, and the focus on the pager. */
  readonly isTurned: boolean;
}

export interface ProductSearch {
  readonly submitted: Submitted | null;
  readonly products: readonly Product[];
  readonly total: number;
  readonly isLoading: boolean;
  /** Whether a search was answered and found nothing. */
  readonly isEmpty: boolean;
  /** Present when the products could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  readonly search: (criteria: ProductCriteria, isFinished: boolean) => void;
  readonly turnTo: (page: number, pageSize: number) => void;
  readonly clear: () => void;
}

const FIRST_PAGE = 1;

function useProducts(
  submitted: Submitted | null,
  categoryType: string | undefined,
  leading: string,
  isEnabled: boolean,
) {
  return useList<Product>({
    resource: 'products',
    filters: submitted ? productFilters(submitted.criteria, categoryType, leading) : [],
    pagination: {
      mode: 'server',
      currentPage: submitted?.page ?? FIRST_PAGE,
      pageSize: submitted?.pageSize ?? DEFAULT_PAGE_SIZE,
    },
    queryOptions: { enabled: isEnabled, ...(submitted?.isTurned && { placeholderData: keepPreviousData }) },
  });
}

/**
 * The product search of step 2 (§2): one page of 5, 10 or 20. A pure EAN search that finds nothing is tried once more
 * with a leading 0 (§5).
 * @param categoryType of the patient's dossier, which limits the products
 */
export function useProductSearch(categoryType: string | undefined): ProductSearch {
  const [submitted, setSubmitted] = useState<Submitted | null>(null);
  const exact = useProducts(submitted, categoryType, '', submitted !== null);
  const isRetried =
    submitted !== null && isPureEan(submitted.criteria) && exact.query.isSuccess && exact.result.total === 0;
  const padded = useProducts(submitted, categoryType, '0', isRetried);
  const { query, result } = isRetried ? padded : exact;

  const askAgain = useEffectEvent(() => {
    if (query.isError && !query.isFetching) void query.refetch();
  });
  // The same search after a failure is no other query, and would stay what it is.
  useEffect(() => {
    askAgain();
  }, [submitted?.attempt]);

  const search = useCallback((criteria: ProductCriteria, isFinished: boolean) => {
    if (refuseOffline()) return;
    setSubmitted((last) => ({
      criteria,
      page: FIRST_PAGE,
      pageSize: last?.pageSize ?? DEFAULT_PAGE_SIZE,
      attempt: (last?.attempt ?? 0) + 1,
      isFinished,
      isTurned: false,
    }));
  }, []);

  return {
    submitted,
    products: submitted ? result.data : [],
    total: result.total ?? 0,
    isLoading: query.isLoading || query.isPlaceholderData,
    isEmpty: submitted !== null && query.isSuccess && result.data.length === 0,
    onRetry: query.isError ? () => void query.refetch() : undefined,
    search,
    turnTo: (page, pageSize) => setSubmitted((last) => last && { ...last, page, pageSize, isTurned: true }),
    clear: useCallback(() => setSubmitted(null), []),
  };
}

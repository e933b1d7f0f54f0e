import { type CrudFilter, useList, useTranslate } from '@refinedev/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AmcOrder } from '#contract/entities/amc-order.ts';
import type { Id } from '#contract/wire.ts';
import type { PeriodQuery } from '#src/components/period-filters/filter-draft.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { NOTICE_MS, SUCCESS_NOTICE_MS, showAlert } from '#src/providers/notifications/alert-store.ts';

/** §9. */
export const ORDERS_PER_PAGE = 20;

/** What is asked for; a health authority names itself. */
export type OrderQuery = Omit<PeriodQuery, 'aslId'> & { readonly aslId?: Id | undefined };

/** The orders found. */
export interface OrderSearch {
  readonly orders: readonly AmcOrder[];
  readonly total: number;
  /** One-based. */
  readonly page: number;
  /** A page that replaces the present leaves no way back to it. */
  readonly turnTo: (page: number, pageSize?: number, how?: { readonly replace: boolean }) => void;
  readonly isLoading: boolean;
  /** Why they could not be fetched. */
  readonly error: ApiError | null;
  readonly retry: () => void;
  /** Asks the same again. */
  readonly repeat: () => void;
}

const PAGE = 'page';
const NOTICE = 'AMC_ORDERS_FOUND';

function pageOf(params: URLSearchParams): number {
  const page = Number(params.get(PAGE));
  return Number.isSafeInteger(page) && page > 1 ? page : 1;
}

function filtersOf(query: OrderQuery | null): CrudFilter[] {
  return Object.entries(query ?? {}).map(([field, value]) => ({ field, operator: 'eq', value }));
}

/**
 * The orders that the filters find, a page at a time; the page stands in the URL beside them. A search under way ends
 * when another begins. How many were found is said once for each search (§8).
 * @param query null while nothing is asked for
 */
export function useOrderSearch(query: OrderQuery | null): OrderSearch {
  const translate = useTranslate();
  const [params, setParams] = useSearchParams();
  const [attempt, setAttempt] = useState(0);
  const page = pageOf(params);
  const isAsked = query !== null;
  const { result, query: list } = useList<AmcOrder, ApiError>({
    resource: 'amc-orders',
    filters: filtersOf(query),
    pagination: { mode: 'server', currentPage: page, pageSize: ORDERS_PER_PAGE },
    meta: { attempt },
    queryOptions: { enabled: isAsked, placeholderData: keepPreviousData },
    errorNotification: false,
  });
  const total = result.total ?? 0;
  const isAnswered = isAsked && list.isSuccess && !list.isPlaceholderData && !list.isFetching;

  const search = isAsked ? JSON.stringify([query, attempt]) : null;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (search === null) told.current = null;
    if (!isAnswered || told.current === search) return;
    told.current = search;
    showAlert({
      ...(total > 0
        ? { kind: 'success', text: translate('amc-summary:found', { count: total }), duration: SUCCESS_NOTICE_MS }
        : { kind: 'warning', text: translate('amc-summary:notFound'), duration: NOTICE_MS }),
      key: NOTICE,
      dismissible: true,
    });
  }, [isAnswered, search, total, translate]);

  return {
    orders: isAsked ? result.data : [],
    total,
    page,
    turnTo: (next, _pageSize, how) =>
      setParams((last) => {
        const turned = new URLSearchParams(last);
        turned.set(PAGE, String(next));
        return turned;
      }, how),
    isLoading: list.isFetching,
    error: list.error,
    retry: () => void list.refetch(),
    repeat: () => setAttempt((count) => count + 1),
  };
}

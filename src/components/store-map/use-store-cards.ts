import { type BaseRecord, useList } from '@refinedev/core';
import { useMemo } from 'react';
import type { LocatedBusiness } from '#contract/entities/business.ts';
import type { ApiError } from '#src/providers/http/api-error.ts';
import { type StoreCard, storeCards } from './store-card.ts';

interface StoreCards {
  readonly cards: readonly StoreCard[];
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

/** Reads every company with its stores (§7), with or without a token (rules §1). */
export function useStoreCards(): StoreCards {
  const { query, result } = useList<LocatedBusiness & BaseRecord, ApiError>({
    resource: 'businesses',
    pagination: { mode: 'off' },
  });
  const cards = useMemo(() => storeCards(result.data), [result.data]);
  return {
    cards,
    isLoading: !query.data && query.isFetching,
    hasFailed: !query.data && query.isError,
    retry: () => void query.refetch(),
  };
}

import { useList } from '@refinedev/core';
import { useEffect } from 'react';
import type { Store } from '#contract/entities/store.ts';
import { selectStore, useSelectedStoreId } from '#src/providers/session/selected-store.ts';

/** What the screen knows of the stores that may sell. */
export interface Stores {
  readonly stores: readonly Store[];
  /** The store of this tab, or null while none is chosen. */
  readonly selected: Store | null;
  readonly isLoading: boolean;
  /** Present when the list could not be loaded. */
  readonly onRetry: (() => void) | undefined;
}

/** The stores of the active business; a single one is selected by itself (§3). */
export function useStores(): Stores {
  const { result, query } = useList<Store>({ resource: 'stores', pagination: { mode: 'off' } });
  const selectedId = useSelectedStoreId();
  const stores = result.data;
  const only = stores.length === 1 ? stores[0] : undefined;
  const selected = only ?? stores.find(({ storeId }) => storeId === selectedId) ?? null;
  const onlyId = only?.storeId;

  useEffect(() => {
    if (onlyId !== undefined) selectStore(onlyId);
  }, [onlyId]);

  return {
    stores,
    selected,
    isLoading: query.isLoading,
    onRetry: query.isError ? () => void query.refetch() : undefined,
  };
}

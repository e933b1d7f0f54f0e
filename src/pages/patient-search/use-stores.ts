import { useSelect } from '@refinedev/antd';
import { useEffect } from 'react';
import type { Store } from '#contract/entities/store.ts';
import type { TypeaheadOption } from '#src/components/typeahead/typeahead.tsx';
import { selectStore, useSelectedStoreId } from '#src/providers/session/selected-store.ts';

/** What the screen knows of the stores that may sell. */
export interface Stores {
  readonly options: readonly TypeaheadOption[];
  readonly isEmpty: boolean;
  /** The store of this tab, or null while none is chosen. */
  readonly selected: Store | null;
  readonly isLoading: boolean;
  /** Present when the list could not be loaded. */
  readonly onRetry: (() => void) | undefined;
}

const NO_STORES: readonly Store[] = [];

/** What a store is called. */
export function shortStoreName({ name, companyName, storeId }: Store): string {
  return name ?? companyName ?? String(storeId);
}

/** A store in one line: its name, and where it is unless the name says it. */
export function storeName(store: Store): string {
  const { address, streetNumber, city } = store;
  const shownName = shortStoreName(store);
  const street = [address, streetNumber].filter(Boolean).join(' ');
  const place = city !== undefined && !shownName.includes(city) ? city : '';
  return [shownName, street, place].filter(Boolean).join(' – ');
}

/** The stores of the active business; a single one is selected by itself (§3). */
export function useStores(): Stores {
  const { selectProps, query } = useSelect<Store>({
    resource: 'stores',
    optionLabel: storeName,
    pagination: { mode: 'off' },
  });
  const selectedId = useSelectedStoreId();
  const stores = query.data?.data ?? NO_STORES;
  const only = stores.length === 1 ? stores[0] : undefined;
  const selected = only ?? stores.find(({ storeId }) => storeId === selectedId) ?? null;
  const onlyId = only?.storeId;

  useEffect(() => {
    if (onlyId !== undefined) selectStore(onlyId);
  }, [onlyId]);

  return {
    options: (selectProps.options ?? []) as TypeaheadOption[],
    isEmpty: query.data?.data.length === 0,
    selected,
    isLoading: query.isLoading,
    onRetry: query.isError ? () => void query.refetch() : undefined,
  };
}

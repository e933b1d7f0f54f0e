import { useSelect } from '@refinedev/antd';
import { useGetIdentity } from '@refinedev/core';
import { useEffect } from 'react';
import type { Store } from '#contract/entities/store.ts';
import type { Id } from '#contract/wire.ts';
import type { TypeaheadOption } from '#src/components/typeahead/typeahead.tsx';
import type { Identity } from '#src/providers/auth/identity.ts';
import { lastStore, selectStore, useSelectedStoreId } from '#src/providers/session/selected-store.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';

/** What the screen knows of the stores that may sell. */
export interface Stores {
  readonly options: readonly TypeaheadOption[];
  readonly isEmpty: boolean;
  /** Whether there is a choice, and none was made. */
  readonly isMissing: boolean;
  /** The store of this tab, or null while none is chosen. */
  readonly selected: Store | null;
  /** Whether it is not known yet what is selected. */
  readonly isLoading: boolean;
  /** Present when the list could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  /** Chooses a store for this tab, and for the next time. */
  readonly choose: (storeId: Id) => void;
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

/** The stores of the active business; a single one is selected by itself (§3), of several the one chosen last. */
export function useStores(): Stores {
  const { selectProps, query } = useSelect<Store>({
    resource: 'stores',
    optionLabel: storeName,
    pagination: { mode: 'off' },
  });
  const selectedId = useSelectedStoreId();
  const { data: identity, isLoading: isNotKnownYet } = useGetIdentity<Identity | null>();
  const isSignedIn = useIsSignedIn();
  const isBusinessKnown = identity?.businessId !== undefined || identity?.companyName !== undefined;
  // The end of the session takes the choice with it (rules §3).
  const last = identity && isBusinessKnown && isSignedIn ? lastStore(identity.username, identity.businessId) : null;
  const stores = query.data?.data ?? NO_STORES;
  const only = stores.length === 1 ? stores[0] : undefined;
  // A server may send a number now and a string then.
  const storeOf = (id: Id | null | undefined) => stores.find(({ storeId }) => String(storeId) === String(id));
  const selected = only ?? storeOf(selectedId) ?? storeOf(last?.read()) ?? null;
  const foundId = selected?.storeId;

  useEffect(() => {
    if (foundId !== undefined && isSignedIn) selectStore(foundId);
  }, [foundId, isSignedIn]);

  return {
    options: (selectProps.options ?? []) as TypeaheadOption[],
    isEmpty: query.data?.data.length === 0,
    isMissing: stores.length > 0 && !selected && !isNotKnownYet && isSignedIn,
    selected,
    isLoading: query.isLoading || isNotKnownYet,
    onRetry: query.isError ? () => void query.refetch() : undefined,
    choose: (storeId) => {
      selectStore(storeId);
      last?.write(storeId);
    },
  };
}

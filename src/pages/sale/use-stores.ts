import { useList } from '@refinedev/core';
import { useEffect } from 'react';
import type { Store } from '#contract/calls/stores.ts';
import type { Id } from '#contract/wire.ts';
import { lastStore, selectStore, useSelectedStoreId } from '#src/providers/session/selected-store.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';

export type Stores = ReturnType<typeof useStores>;

export function shortStoreName({ name, companyName, storeId }: Store): string {
  return name ?? companyName ?? String(storeId);
}

/** A store on one line: its name, and its place unless the name contains it. */
export function storeName(store: Store): string {
  const { address, streetNumber, city } = store;
  const shownName = shortStoreName(store);
  const street = [address, streetNumber].filter(Boolean).join(' ');
  const place = city !== undefined && !shownName.includes(city) ? city : '';
  return [shownName, street, place].filter(Boolean).join(' – ');
}

/** A store in two lines: its town, or its name where the town is unknown, and what else tells it from the others. */
export function storeInRow(store: Store): { readonly town: string; readonly rest: string } {
  const { address, streetNumber, city } = store;
  const name = shortStoreName(store);
  const street = [address, streetNumber].filter(Boolean).join(' ');
  return { town: city ?? name, rest: [street, city === undefined ? '' : name].filter(Boolean).join(' · ') };
}

/** The stores of the active business. A single store is selected automatically (§3), otherwise the one chosen last. */
export function useStores() {
  const { query, result } = useList<Store>({ resource: 'stores', pagination: { mode: 'off' } });
  const selectedId = useSelectedStoreId();
  const { data: identity, isLoading: isNotKnownYet } = useIdentity();
  const isSignedIn = useIsSignedIn();
  const isBusinessKnown = identity?.businessId !== undefined || identity?.companyName !== undefined;
  // The end of the session clears the choice (rules §3).
  const last = identity && isBusinessKnown && isSignedIn ? lastStore(identity.username, identity.businessId) : null;
  const stores = result.data;
  const only = stores.length === 1 ? stores[0] : undefined;
  // A server may send the same id as a number or as a string.
  const storeOf = (id: Id | null | undefined) => stores.find(({ storeId }) => String(storeId) === String(id));
  const selected = only ?? storeOf(selectedId) ?? storeOf(last?.read()) ?? null;
  const foundId = selected?.storeId;

  useEffect(() => {
    if (foundId !== undefined && isSignedIn) selectStore(foundId);
  }, [foundId, isSignedIn]);

  return {
    all: stores,
    isEmpty: query.isSuccess && stores.length === 0,
    /** The store of this tab, or null if none is chosen. */
    selected,
    /** Whether the selection is still unknown. */
    isLoading: query.isLoading || isNotKnownYet,
    /** Set when the list could not be loaded. */
    onRetry: query.isError ? () => void query.refetch() : undefined,
    /** Chooses a store for this tab and for the next session. */
    choose: (storeId: Id) => {
      selectStore(storeId);
      last?.write(storeId);
    },
  };
}

import { useSelect } from '@refinedev/antd';
import { useEffect } from 'react';
import type { Store } from '#contract/calls/stores.ts';
import type { Id } from '#contract/wire.ts';
import type { TypeaheadOption } from '#src/components/form/typeahead.tsx';
import { lastStore, selectStore, useSelectedStoreId } from '#src/providers/session/selected-store.ts';
import { useIsSignedIn } from '#src/providers/session/tokens.ts';
import { useIdentity } from '#src/providers/session/use-identity.ts';

export interface Stores {
  readonly options: readonly TypeaheadOption[];
  readonly isEmpty: boolean;
  /** Whether the user must choose a store. */
  readonly isMissing: boolean;
  /** The store of this tab, or null if none is chosen. */
  readonly selected: Store | null;
  /** Whether the selection is still unknown. */
  readonly isLoading: boolean;
  /** Set when the list could not be loaded. */
  readonly onRetry: (() => void) | undefined;
  /** Chooses a store for this tab and for the next session. */
  readonly choose: (storeId: Id) => void;
}

const NO_STORES: readonly Store[] = [];

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

/** The stores of the active business. A single store is selected automatically (§3), otherwise the one chosen last. */
export function useStores(): Stores {
  const { selectProps, query } = useSelect<Store>({
    resource: 'stores',
    optionLabel: storeName,
    pagination: { mode: 'off' },
  });
  const selectedId = useSelectedStoreId();
  const { data: identity, isLoading: isNotKnownYet } = useIdentity();
  const isSignedIn = useIsSignedIn();
  const isBusinessKnown = identity?.businessId !== undefined || identity?.companyName !== undefined;
  // The end of the session clears the choice (rules §3).
  const last = identity && isBusinessKnown && isSignedIn ? lastStore(identity.username, identity.businessId) : null;
  const stores = query.data?.data ?? NO_STORES;
  const only = stores.length === 1 ? stores[0] : undefined;
  // A server may send the same id as a number or as a string.
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

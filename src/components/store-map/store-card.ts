import { type BaseRecord, useList } from '@refinedev/core';
import { useMemo } from 'react';
import type { LocatedBusiness } from '#contract/calls/businesses.ts';
import type { Store } from '#contract/calls/stores.ts';
import type { ApiError } from '#src/providers/api/api-error.ts';
import { NO_VALUE } from '../display/value.tsx';
import { positionOf, searchWords } from './map-view.ts';

const italian = new Intl.Collator('it', { sensitivity: 'base', numeric: true });

/** The trimmed text; undefined if empty. */
function present(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function joined(parts: readonly (string | undefined)[], separator: string): string | undefined {
  return present(parts.filter((part) => present(part) !== undefined).join(separator));
}

/** The card of a store, or of the company if it lists no store. */
function cardOf(business: LocatedBusiness, store: Store | undefined) {
  const ownName = present(store?.name);
  const companyName = present(store?.companyName) ?? present(business.companyName) ?? ownName ?? NO_VALUE;
  const street = joined([store?.address, store?.streetNumber], ' ');
  const address = joined([street, store?.city], ', ') ?? present(business.address);
  const city = present(store?.city);
  return {
    /** Unique; also in the URL. */
    key: [business.businessId, ...(store ? [store.storeId] : [])].join('/'),
    /** The company; the store's name if the company has none. */
    companyName,
    /** The store's own name, if it differs from the company's. */
    storeName: ownName === companyName ? undefined : ownName,
    vat: present(business.vat),
    fiscalCode: present(business.fiscalCode),
    /** Street, number and town on one line. */
    address,
    city,
    phone: present(business.phone),
    email: present(business.email),
    workingHours: present(business.workingHours),
    web: present(business.web),
    position: positionOf(store ? store.coordinates : business.coordinates),
    /** The words to search in. */
    words: searchWords([companyName, ownName, address, city].join(' ')),
  };
}

/** A point of sale in the store locator: card, list, map and panel (§2). */
export type StoreCard = Readonly<ReturnType<typeof cardOf>>;

/** One card for each store, or for a company without stores, sorted by name (rules §1). Duplicates are removed. */
export function storeCards(businesses: readonly LocatedBusiness[]): StoreCard[] {
  const cards = businesses.flatMap((business) =>
    business.stores && business.stores.length > 0
      ? business.stores.map((store) => cardOf(business, store))
      : [cardOf(business, undefined)],
  );
  const unique = [...new Map(cards.map((card) => [card.key, card])).values()];
  return unique.toSorted(
    (a, b) => italian.compare(a.companyName, b.companyName) || italian.compare(a.storeName ?? '', b.storeName ?? ''),
  );
}

/** Reads every company with its stores (§7), with or without a token (rules §1). */
export function useStoreCards() {
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

import { useTranslate } from '@refinedev/core';
import { createContext, useContext } from 'react';
import { Link, type Location, NavigationType, type To, useLocation, useNavigationType } from 'react-router-dom';
import { NO_VALUE, Value } from '#src/components/display/value.tsx';
import type { StoreCard } from '#src/components/store-map/store-card.ts';
import { type DistantCard, formatDistance } from './find-stores.ts';

/**
 * Navigation state of a choice of a store: the panel takes the focus then, but not after a reload or on the way back.
 */
export const CHOICE = { isChoice: true } as const;

/** A key of the current choice of a store; null if the user arrived in another way. */
export function useSelectionKey(): string | null {
  const { key, state } = useLocation() as Location<Partial<typeof CHOICE> | null>;
  const isArrival = useNavigationType() === NavigationType.Pop;
  return state?.isChoice && !isArrival ? key : null;
}

const Addresses = createContext<(key: string | null) => To>(() => ({}));

/** Provides the URLs that choose a store and keep all other parameters. */
export const StoreLinks = Addresses.Provider;

/** Returns a function: the URL of this page with a chosen store, or with none. */
export function useStoreLink(): (key: string | null) => To {
  return useContext(Addresses);
}

const DIRECTIONS = 'https://www.google.com/maps/dir/';

/**
 * The URL of the route to a store on a maps site, by coordinates, or by postal address; null if both are unknown.
 * Nothing loads from that site before the user follows the link.
 */
export function directionsTo({ position, address, companyName }: StoreCard): string | null {
  const destination = position ? `${position.lat},${position.lng}` : address && `${companyName}, ${address}`;
  if (destination === undefined) return null;
  return `${DIRECTIONS}?${new URLSearchParams({ api: '1', destination }).toString()}`;
}

/**
 * 'INDICAZIONI': the route to a store, on a maps site in a new tab (§2). Renders nothing without a position or address.
 */
export function DirectionsLink({ store }: { readonly store: StoreCard }) {
  const translate = useTranslate();
  const address = directionsTo(store);
  if (address === null) return null;
  return (
    <a className="directions" href={address} target="_blank" rel="noopener noreferrer">
      {translate('store-locator:directions')}{' '}
      <span className="visually-hidden">
        {translate('store-locator:directionsTo', { store: store.storeName ?? store.companyName })}
      </span>
    </a>
  );
}

interface StoreEntryProps {
  readonly store: DistantCard;
  readonly isChosen: boolean;
}

/**
 * A store on a card or in the list: company name, address, 'INDICAZIONI' and distance (§2). The name is a link that
 * chooses the store.
 */
export function StoreEntry({ store: { card, distance }, isChosen }: StoreEntryProps) {
  const translate = useTranslate();
  const withStore = useStoreLink();
  return (
    <li className="panel store-entry" data-chosen={isChosen}>
      <h3 className="store-entry__title">
        <Link to={withStore(card.key)} state={CHOICE} aria-current={isChosen ? 'true' : undefined}>
          <Value text={card.companyName} />{' '}
          {card.storeName !== undefined && <span className="store-entry__name">{card.storeName}</span>}
        </Link>
      </h3>
      <p>{card.address ?? NO_VALUE}</p>
      <p className="store-entry__foot">
        <DirectionsLink store={card} />
        {distance !== null && (
          <span>
            <span className="visually-hidden">{translate('store-locator:distance')} </span>
            <Value text={formatDistance(distance)} />
          </span>
        )}
      </p>
    </li>
  );
}

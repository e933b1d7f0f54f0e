import { useTranslate } from '@refinedev/core';
import type { StoreCard } from '#src/components/store-map/store-card.ts';

const DIRECTIONS = 'https://www.google.com/maps/dir/';

/**
 * The URL of the route to a store on a maps site, by coordinates, or by postal address; null if both are unknown.
 * Nothing loads from that site before the user follows the link.
 */
export function directionsTo({ position, address, companyName }: StoreCard): string | null {
  const destination = position ? `${position.latitude},${position.longitude}` : address && `${companyName}, ${address}`;
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

import type { StoreCard } from '#src/components/store-map/store-card.ts';

const DIRECTIONS = 'https://www.google.com/maps/dir/';

/**
 * The address of the way to a store on a maps site, by its coordinates, else by its postal address; null where neither
 * is known. Nothing of that site is loaded before the link is followed.
 */
export function directionsTo({ position, address, companyName }: StoreCard): string | null {
  const destination = position ? `${position.latitude},${position.longitude}` : address && `${companyName}, ${address}`;
  if (destination === undefined) return null;
  return `${DIRECTIONS}?${new URLSearchParams({ api: '1', destination }).toString()}`;
}

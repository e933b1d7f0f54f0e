import { useTranslate } from '@refinedev/core';
import { directionsTo } from './cards/directions.ts';
import type { StoreCard } from '#src/components/store-map/store-card.ts';

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

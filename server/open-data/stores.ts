import { type Store, STORE_COLUMNS, isOpen } from '#server/reference/stores.ts';
import type { Services } from '#server/services.ts';

/** The stores in which vouchers can be spent, by id. They are few enough for one statement. */
export function listOpenStores({ db }: Services): Promise<readonly Store[]> {
  return db
    .selectFrom('store')
    .innerJoin('business', 'business.business_id', 'store.business_id')
    .select(STORE_COLUMNS)
    .where(isOpen())
    .orderBy('store.store_id')
    .execute();
}

function addressOf({ address, streetNumber }: Store): string {
  return [address, streetNumber].filter((part) => part !== '').join(' ');
}

export const STORE_TITLES = ['id', 'name', 'company', 'address', 'city', 'latitude', 'longitude'] as const;

export function storeCells(store: Store): readonly string[] {
  const { storeId, name, companyName, city, coordinates } = store;
  return [String(storeId), name, companyName, addressOf(store), city, ...coordinates.map(String)];
}

/** A collection of points, longitude first (RFC 7946). */
export function toGeoJson(stores: readonly Store[]): string {
  const features = stores.map((store) => ({
    type: 'Feature',
    id: store.storeId,
    geometry: { type: 'Point', coordinates: store.coordinates.toReversed() },
    properties: {
      name: store.name,
      company: store.companyName,
      address: addressOf(store),
      city: store.city,
    },
  }));
  return JSON.stringify({ type: 'FeatureCollection', features });
}

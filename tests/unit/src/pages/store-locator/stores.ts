import type { LocatedBusiness } from '#contract/entities/business.ts';
import type { Store } from '#contract/entities/store.ts';
import { type StoreCard, storeCards } from '#src/components/store-map/store-card.ts';

/** A company of which nothing is known but what is given. */
export function business(known: Partial<LocatedBusiness> & Pick<LocatedBusiness, 'businessId'>): LocatedBusiness {
  return {
    companyName: undefined,
    vat: undefined,
    fiscalCode: undefined,
    address: undefined,
    phone: undefined,
    email: undefined,
    workingHours: undefined,
    web: undefined,
    stores: undefined,
    ...known,
  };
}

/** A store of which nothing is known but what is given. */
export function store(known: Partial<Store> & Pick<Store, 'storeId'>): Store {
  return {
    name: undefined,
    address: undefined,
    streetNumber: undefined,
    city: undefined,
    companyName: undefined,
    ...known,
  };
}

/** Cards of stores in these towns, each at its coordinates; the key of each is `1/` and its number, from 0. */
export function cardsAt(
  places: readonly (readonly [city: string, latitude: number, longitude: number])[],
): readonly StoreCard[] {
  const stores = places.map(([city, latitude, longitude], index) =>
    store({ storeId: index, city, coordinates: [latitude, longitude] }),
  );
  return storeCards([business({ businessId: 1, companyName: 'Bottega', stores })]);
}

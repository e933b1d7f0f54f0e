import type { LocatedBusiness } from '#contract/calls/businesses.ts';
import type { Store } from '#contract/calls/stores.ts';
import { type StoreCard, storeCards } from '#src/components/store-map/store-card.ts';

/** A company with only the given fields. */
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

/** A store with only the given fields. */
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

/** Cards of stores in these towns at their coordinates. The keys are `1/0`, `1/1` and so on. */
export function cardsAt(
  places: readonly (readonly [city: string, latitude: number, longitude: number])[],
): readonly StoreCard[] {
  const stores = places.map(([city, latitude, longitude], index) =>
    store({ storeId: index, city, coordinates: [latitude, longitude] }),
  );
  return storeCards([business({ businessId: 1, companyName: 'Bottega', stores })]);
}

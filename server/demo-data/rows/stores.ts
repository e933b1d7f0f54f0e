import businesses from '../data/businesses.json' with { type: 'json' };
import streets from '../data/streets.json' with { type: 'json' };
import { municipality } from '../values/municipalities.ts';
import { NEW, type NewRow } from './new-row.ts';
import { seededRandom, seedOf } from '../values/random.ts';

/** A store is at most about 200 m from the town centre: 20 steps of 0.0001°. */
const STEPS = 20;
const STEPS_PER_DEGREE = 10_000;

/** The stores at real coordinates of their towns. */
export function storeRows(): NewRow<'store'>[] {
  const random = seededRandom(seedOf('store'));
  const sites = businesses.flatMap((business, index) =>
    business.storeTowns.map((town) => ({ business, businessId: index + 1, place: municipality(town) })),
  );
  const nearby = (degrees: number) =>
    Math.round(degrees * STEPS_PER_DEGREE + random.int(-STEPS, STEPS)) / STEPS_PER_DEGREE;
  return sites.map(({ business, businessId, place }, index) => ({
    store_id: index + 1,
    business_id: businessId,
    code: `PV${String(index + 1).padStart(4, '0')}`,
    district_code: `20${place.aslId}-${place.cadastralCode}`,
    name: `${business.companyName.replace(/ S\..*$/, '')} – ${place.name}`,
    address: random.pick(streets),
    street_number: String(random.int(1, 120)),
    city: place.name,
    latitude: nearby(place.latitude),
    longitude: nearby(place.longitude),
    ...NEW,
  }));
}

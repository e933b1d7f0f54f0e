import { vatCheckDigit } from '#contract/rules/vat.ts';
import { DEMO_PROVINCE } from '#server/database/migrate.ts';
import type { Schema } from '#server/database/schema.ts';
import businesses from './data/businesses.json' with { type: 'json' };
import healthAuthorities from './data/health-authorities.json' with { type: 'json' };
import streets from './data/streets.json' with { type: 'json' };
import { demoIdentities, municipality, NEW, type NewRow, seededRandom, seedOf } from './values.ts';

const PROFILES = { shop: 'BUSINESS', authority: 'ASL', operator: 'OPERATOR' } as const;

const registered = demoIdentities.flatMap(({ group, ...identity }) =>
  group === 'unregistered' ? [] : [{ ...identity, profile: PROFILES[group] }],
);

/**
 * The user id of a registered identity.
 * @throws Error for an unregistered one
 */
export function userIdOf(username: string): number {
  const index = registered.findIndex((identity) => identity.username === username);
  if (index < 0) throw new Error(`Nobody registered is called ${username}.`);
  return index + 1;
}

export function userRows(): NewRow<'app_user'>[] {
  return registered.map((identity) => ({
    user_id: userIdOf(identity.username),
    username: identity.username,
    profile: identity.profile,
    first_name: identity.firstName,
    last_name: identity.lastName,
    asl_id: identity.aslId ?? null,
    ...NEW,
  }));
}

const FIRST_SERIAL = 9_000_000;

/** An invented VAT number (eleven digits) with a correct check digit. */
export function vatOf(businessId: number): string {
  const digits = `${FIRST_SERIAL + businessId * 137}${DEMO_PROVINCE}`;
  return digits + vatCheckDigit(digits);
}

/** A telephone number that cannot exist: no Italian subscriber number begins with zeros. */
function phoneOf(city: string, businessId: number): string {
  return `${municipality(city).areaCode} 000${String(businessId).padStart(4, '0')}`;
}

/** The seat of a company, with the postal code and the province of the town of its health authority. */
function seatOf(city: string): Pick<NewRow<'business'>, 'postal_code' | 'town' | 'province'> {
  const { aslId } = municipality(city);
  const authority = healthAuthorities.find(({ asl_id }) => asl_id === aslId);
  return { postal_code: authority?.postal_code ?? null, town: city, province: authority?.province ?? null };
}

/**
 * The rows of the companies.
 * @param hashOf returns the hash of a cancellation code
 */
export function businessRows(hashOf: (secret: string) => string): NewRow<'business'>[] {
  return businesses.map((business, index) => {
    const vat = vatOf(index + 1);
    return {
      business_id: index + 1,
      company_name: business.companyName,
      vat,
      fiscal_code: vat,
      address: `${business.street}, ${business.city}`,
      ...seatOf(business.city),
      tax_regime: 'RF01',
      phone: phoneOf(business.city, index + 1),
      email: `info@${business.domain}.example`,
      working_hours: business.workingHours,
      web: `https://www.${business.domain}.example`,
      cancel_code_hash: business.cancelCode === undefined ? null : hashOf(business.cancelCode),
      ...NEW,
    };
  });
}

/** The links between users and companies. */
export function userBusinessRows(): Schema['user_business'][] {
  return businesses.map((business, index) => ({
    user_id: userIdOf(business.username),
    business_id: index + 1,
  }));
}

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

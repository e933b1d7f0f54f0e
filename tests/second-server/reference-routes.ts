import { type Route, answer, failure } from './route.ts';
import { CATEGORY_TYPE, type Product } from './fixture.ts';

/** The business that sells. */
export const FIRST_BUSINESS = {
  businessId: 'az/1',
  companyName: 'Bottega Senza Glutine S.r.l.',
  vat: '01234567890',
  fiscalCode: null,
  address: null,
  phone: null,
  email: null,
  workingHours: null,
  web: null,
  certified: 'yes',
};
const SECOND_BUSINESS = { businessId: 'az/2', companyName: 'Emporio del Golfo', vat: null };

/**
 * The companies of the store locator, without stores: one with a place, one without fields, one with an invalid place.
 */
const LOCATED_BUSINESSES = [
  { ...FIRST_BUSINESS, stores: null, coordinates: ['39.2238', '9.1217'] },
  SECOND_BUSINESS,
  { businessId: 'az/3', companyName: 'Spaccio del Monte', address: 'Loc. Su Monti, Nuoro', coordinates: [null, 'est'] },
];

const STORES = [
  {
    storeId: 'pv/1 Cagliari',
    name: 'Bottega di Via Prova',
    address: 'Via Prova',
    streetNumber: null,
    city: 'Cagliari',
    companyName: null,
    coordinates: ['39.2238', '9.1217'],
    opened: '2019-01-01',
  },
  { storeId: 'pv/2', name: 'Bottega del Porto', address: null, streetNumber: null, city: null, coordinates: null },
];

/** The health authorities. The first one is that of the ASL user. */
export const ASLS = [
  { aslId: 'a/1', name: 'ASL 1 di Sassari' },
  { aslId: 'a/8 è', name: 'ASL 8 di Cagliari', director: null },
] as const;

/** The category of a product in wire format; null if it has none. */
export function categoriesOf(product: Product) {
  return product.category === null
    ? null
    : [{ categoryId: `cat/${product.category}`, name: product.category, icon: 7 }];
}

/** The manufacturer of a product in wire format; null if it has none. */
export function manufacturerOf(product: Product) {
  if (product.manufacturer === null) return null;
  return { manufacturerId: `prod/${product.manufacturer}`, name: product.manufacturer, country: null };
}

function onceEach<T>(rows: readonly (T | null)[], key: (row: T) => string): T[] {
  const present = rows.filter((row) => row !== null);
  return [...new Map(present.map((row) => [key(row), row])).values()];
}

/** The reference data of §7. */
export const referenceRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/users/me',
    access: 'token',
    handle: ({ fixture: { profile } }) =>
      answer({ user: { username: 'commessa.uno', userProfile: { profile, level: 3 }, firstName: null } }),
  },
  {
    method: 'GET',
    path: '/api/v1/businesses',
    access: 'anyone',
    handle: () => answer({ businesses: LOCATED_BUSINESSES }),
  },
  {
    method: 'GET',
    path: '/api/v1/businesses/me/list',
    access: 'token',
    handle: () => answer({ businesses: [FIRST_BUSINESS, SECOND_BUSINESS] }),
  },
  {
    method: 'GET',
    path: '/api/v1/businesses/me',
    access: 'token',
    handle: () => answer({ business: FIRST_BUSINESS }),
  },
  {
    method: 'GET',
    path: '/api/v1/businesses/me/stores',
    access: 'token',
    query: { sort: 'storeId' },
    handle: () => answer({ stores: STORES }, { pagination: null }),
  },
  {
    method: 'GET',
    path: '/api/v1/asl',
    access: 'token',
    handle: () => answer({ asls: ASLS }),
  },
  {
    method: 'GET',
    path: '/api/v1/asl/me',
    access: 'token',
    handle: ({ fixture }) => (fixture.profile === 'ASL' ? answer({ asl: ASLS[0] }) : failure(403, null, 'NOT_ALLOWED')),
  },
  {
    method: 'GET',
    path: '/api/v1/categories',
    access: 'token',
    query: { type: CATEGORY_TYPE, size: '9999', sort: 'name,asc' },
    handle: ({ fixture }) =>
      answer({
        categories: onceEach(
          fixture.products.flatMap((p) => categoriesOf(p) ?? []),
          (row) => row.categoryId,
        ),
      }),
  },
  {
    method: 'GET',
    path: '/api/v1/manufacturers/search',
    access: 'token',
    query: { categoryType: CATEGORY_TYPE, size: '9999', sort: 'name,asc' },
    handle: ({ fixture }) =>
      answer({ manufacturers: onceEach(fixture.products.map(manufacturerOf), (row) => row.manufacturerId) }),
  },
];

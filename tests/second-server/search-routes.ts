import { euro } from './money.ts';
import { pageOf } from './paging.ts';
import { categoriesOf, manufacturerOf } from './reference-routes.ts';
import { type Reply, type Route, answer, failure, someText, wholeNumber } from './route.ts';
import { CATEGORY_TYPE, type Patient, type Product } from './fixture.ts';

const SHORTEST_FISCAL_CODE_PART = 6;
const DEFAULT_PAGE_SIZE = 5;

/** A row of the patient search: times in UTC, a birth date with a time, an unknown status of an old voucher. */
function patientRow(patient: Patient) {
  return {
    patientId: patient.patientId,
    fiscalCode: patient.fiscalCode,
    firstName: patient.firstName,
    lastName: patient.lastName,
    gender: null,
    birthDate: '1978-12-01T00:00:00+01:00',
    categoryType: CATEGORY_TYPE,
    otpMode: patient.pin === null ? null : 'HEALTH_CARD_PIN',
    activeVouchers: [
      {
        voucherId: patient.voucherId,
        code: null,
        status: 'ENABLED',
        dateEnabled: '2020-12-31T23:00:00Z',
        dateDisabled: '2099-12-31T22:59:59.999Z',
        initialAmount: euro(patient.initialCents),
        colour: 'green',
      },
      { voucherId: `${patient.voucherId} bis`, status: 'SUSPENDED', dateEnabled: null, dateDisabled: null },
    ],
    activeDossiers: [{ dossierId: `pratica ${patient.patientId}`, type: null, status: 'APPROVED', opened: null }],
  };
}

/** A product, with null for missing fields. */
export function productRow(product: Product) {
  return {
    productId: product.productId,
    name: product.name,
    ean1: product.ean1,
    refPrice: product.refPrice,
    categories: categoriesOf(product),
    manufacturer: manufacturerOf(product),
    weight: null,
  };
}

function searchProducts(products: readonly Product[], query: URLSearchParams): Reply {
  const ean = query.get('ean');
  const name = query.get('name')?.toLowerCase();
  const categoryIds = query.get('categoryIds')?.split(',');
  const manufacturerId = query.get('manufacturerId');
  const found = products.filter(
    (product) =>
      (ean === null || product.ean1 === ean || product.productId === ean) &&
      (name === undefined || product.name.toLowerCase().includes(name)) &&
      (categoryIds === undefined || categoryIds.includes(`cat/${product.category ?? ''}`)) &&
      (manufacturerId === null || manufacturerId === `prod/${product.manufacturer ?? ''}`),
  );
  const { rows, beside } = pageOf(found, query, DEFAULT_PAGE_SIZE);
  return answer({ products: rows.map(productRow) }, beside);
}

/** The searches of §7 for patients and products. */
export const searchRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/api/v1/patients/search',
    access: 'token',
    query: { fiscalCode: someText, status: 'ENABLED', sort: 'lastName,firstName,asc', duplicateByDossier: 'true' },
    handle: ({ fixture, query }) => {
      const part = query.get('fiscalCode') ?? '';
      if (part.length < SHORTEST_FISCAL_CODE_PART) return failure(400, '4000', 'INVALID_REQUEST');
      return answer({ patients: fixture.patients.filter((row) => row.fiscalCode.startsWith(part)).map(patientRow) });
    },
  },
  {
    method: 'GET',
    path: '/api/v1/products/search',
    access: 'token',
    query: { sort: 'name,asc' },
    optional: {
      categoryIds: someText,
      manufacturerId: someText,
      ean: someText,
      name: someText,
      categoryType: CATEGORY_TYPE,
      page: wholeNumber,
      size: wholeNumber,
    },
    handle: ({ fixture, query }) => searchProducts(fixture.products, query),
  },
];

import { expect, test } from 'vitest';
import { fieldsOf } from '#server/administration/admin-resource.ts';
import { adminResources } from '#server/administration/resources/index.ts';
import { PERSONAL } from '#server/administration/write-rows.ts';

/** The texts that tell of no person, though a company may be called like one, as on its receipts. */
const OF_NOBODY = {
  asl: ['code', 'name', 'ipaCode', 'tenderCode', 'address', 'postalCode', 'town', 'province'],
  businesses: ['companyName', 'vat', 'address', 'postalCode', 'town', 'province', 'taxRegime', 'workingHours', 'web'],
  categories: ['name'],
  dossiers: ['aslName'],
  kinds: ['code', 'nameIt', 'nameEn'],
  manufacturers: ['name'],
  patients: [],
  products: ['name', 'ean1', 'pharmacyCode', 'manufacturerName'],
  stores: ['businessName', 'businessVat', 'code', 'districtCode', 'name', 'address', 'streetNumber', 'city'],
  tills: ['storeName', 'businessName', 'name', 'clientId', 'publicKey'],
  users: ['aslName', 'aslCode'],
  vouchers: ['aslName', 'code'],
};

test('rules §9 audit: each text of each resource is known to tell of a person, or not', () => {
  const personal: readonly string[] = PERSONAL;
  const others = adminResources.map((resource) => {
    const texts = Object.entries(fieldsOf(resource)).filter(([, { kind }]) => kind === 'text');
    return [resource.name, texts.map(([name]) => name).filter((name) => !personal.includes(name))];
  });
  expect(Object.fromEntries(others)).toEqual(OF_NOBODY);
});

import { described, shortText } from '../request.ts';
import { code, coordinate, text } from '../wire.ts';
import { defineResource } from './define.ts';
import { disabled, latitude, longText, longitude, ofBusiness, words } from './fields.ts';

/** A store never changes its business, because its purchases, orders and bills belong to that business. */
export const adminStores = defineResource({
  name: 'stores',
  noun: 'store',
  path: 'punti-vendita',
  access: ['REGION'],
  fields: {
    businessId: { ...ofBusiness, isFixed: true },
    businessName: { row: text },
    businessVat: { row: text },
    code: {
      ...words(
        described(shortText, { description: 'Code of a store; in a search, how it begins.', example: 'PV0001' }),
      ),
      row: code,
    },
    districtCode: {
      row: code,
      input: described(shortText, { description: 'Code of the health district.', example: '208-B354' }),
    },
    name: words(
      described(shortText, { description: 'Name of a store; in a search, how it begins.', example: 'Farmacia' }),
    ),
    address: { row: text, input: described(longText, { description: 'Street.', example: 'Via Roma' }) },
    streetNumber: { row: text, input: described(shortText, { description: 'Number in the street.', example: '7' }) },
    city: words(
      described(shortText, { description: 'City of a store; in a search, how it begins.', example: 'Cagliari' }),
    ),
    latitude: { row: coordinate, input: latitude },
    longitude: { row: coordinate, input: longitude },
    disabled,
  },
  columns: ['code', 'name', 'businessName', 'city', 'disabled'],
  filters: ['name', 'code', 'city', 'businessId', 'disabled'],
  sorts: ['name', 'code', 'city'],
  form: [
    'businessId',
    'code',
    'name',
    'address',
    'streetNumber',
    'city',
    'districtCode',
    'latitude',
    'longitude',
    'disabled',
  ],
});

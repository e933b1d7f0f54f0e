import { coordinate, flag, id, integer, record, text } from '../../wire.ts';

export const adminStore = record({
  storeId: id,
  businessId: id,
  businessName: text,
  businessVat: text,
  code: text,
  districtCode: text,
  name: text,
  address: text,
  streetNumber: text,
  city: text,
  latitude: coordinate,
  longitude: coordinate,
  disabled: flag,
  version: integer,
});

import { type Read, id, optional, readableListOf, record, text } from '../wire.ts';
import { coordinates, store } from './store.ts';

const fields = {
  businessId: id,
  companyName: optional(text),
  vat: optional(text),
  fiscalCode: optional(text),
  address: optional(text),
  phone: optional(text),
  email: optional(text),
  workingHours: optional(text),
  web: optional(text),
};

export const business = record(fields);
export type Business = Read<typeof business>;

/** A company in the store locator (rules §1): with its stores, with its own coordinates, or with neither. */
export const locatedBusiness = record({
  ...fields,
  coordinates,
  stores: optional(readableListOf(store)),
});
export type LocatedBusiness = Read<typeof locatedBusiness>;

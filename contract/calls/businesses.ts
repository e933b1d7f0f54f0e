import { defineCall } from '../call.ts';
import { leftOut } from '../entities/shared.ts';
import { id, listOf, optional, partlyReadableListOf, type Read, readableListOf, record, text } from '../wire.ts';
import { coordinates, store } from './stores.ts';

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

export const listBusinesses = defineCall({
  name: 'businesses.list',
  method: 'GET',
  path: '/api/v1/businesses',
  summary: 'All businesses with their stores, for the store locator; needs no token.',
  access: 'public',
  answer: record({ businesses: partlyReadableListOf(locatedBusiness), leftOut }),
});

export const listAllBusinesses = defineCall({
  name: 'all-businesses.list',
  method: 'GET',
  path: '/api/v1/extra/businesses',
  summary: 'Extra: all businesses without their stores, also disabled ones.',
  access: ['ASL'],
  answer: record({ businesses: listOf(business), leftOut }),
});

export const listMyBusinesses = defineCall({
  name: 'businesses.listMine',
  method: 'GET',
  path: '/api/v1/businesses/me/list',
  summary: 'The businesses between which the signed-in user may switch.',
  access: ['BUSINESS'],
  answer: record({ businesses: listOf(business), leftOut }),
});

export const readMyBusiness = defineCall({
  name: 'businesses.readMine',
  method: 'GET',
  path: '/api/v1/businesses/me',
  summary: 'The active business of the signed-in user.',
  access: ['BUSINESS'],
  answer: record({ business }),
});

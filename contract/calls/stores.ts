import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { leftOut } from '../entities/shared.ts';
import { described, sortedBy, yesNo } from '../request.ts';
import { coordinate, id, listOf, optional, type Read, record, text, whereReadable } from '../wire.ts';

/** Latitude and longitude in degrees (§3); absent when another server sends invalid values. */
export const coordinates = whereReadable({
  sent: z.tuple([coordinate.sent, coordinate.sent]),
  read: z.tuple([coordinate.read, coordinate.read]),
  shape: { kind: 'list', item: coordinate.shape },
});

/** A point of sale (§3). */
export const store = record({
  storeId: id,
  name: optional(text),
  address: optional(text),
  streetNumber: optional(text),
  city: optional(text),
  companyName: optional(text),
  coordinates,
});
export type Store = Read<typeof store>;

export const listMyStores = defineCall({
  name: 'stores.listMine',
  method: 'GET',
  path: '/api/v1/businesses/me/stores',
  summary: 'The stores of the active business.',
  access: ['BUSINESS'],
  query: z.strictObject({
    sort: sortedBy('storeId'),
    closed: z.optional(described(yesNo, { description: 'Whether closed stores are included.', example: true })),
  }),
  answer: record({ stores: listOf(store), leftOut }),
  // `closed=true` includes disabled stores, so that users can look up their past sales.
  extras: { filters: ['closed'] },
});

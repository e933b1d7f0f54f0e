import { type Read, coordinate, id, optional, record, text, whereReadable } from '../wire.ts';
import * as z from 'zod/mini';

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

import * as z from 'zod/mini';
import { type Read, integer, optional, record } from '../wire.ts';

/** How many there are: none at least. */
const whole = z.int().check(z.nonnegative());
const count = { sent: whole, read: whole, shape: integer.shape };

/** Where a page of a list stands (§3). `page` is zero-based on the wire (rules §1). */
export const pagination = record({
  page: optional(integer),
  pageSize: optional(integer),
  totalCount: count,
  totalPages: optional(integer),
});
export type Pagination = Read<typeof pagination>;

/** An extra of our server: how many rows of a list are left out because what is stored of them cannot be shown. */
export const leftOut = optional(count);

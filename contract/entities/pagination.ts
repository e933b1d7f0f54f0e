import * as z from 'zod/mini';
import { type Read, integer, optional, record } from '../wire.ts';

const whole = z.int().check(z.nonnegative());
const count = { sent: whole, read: whole, shape: integer.shape };

/** The position of a page in a list (§3). `page` is zero-based on the wire (rules §1). */
export const pagination = record({
  page: optional(integer),
  pageSize: optional(integer),
  totalCount: count,
  totalPages: optional(integer),
});
export type Pagination = Read<typeof pagination>;

/** An extra of our server: the number of rows that the list leaves out because their stored values are invalid. */
export const leftOut = optional(count);

import { type Read, integer, optional, record } from '../wire.ts';

/** Where a page of a list stands (§3). `page` is zero-based on the wire (decisions §1). */
export const pagination = record({
  page: optional(integer),
  pageSize: optional(integer),
  totalCount: integer,
  totalPages: optional(integer),
});
export type Pagination = Read<typeof pagination>;

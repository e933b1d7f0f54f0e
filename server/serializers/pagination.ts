import type { pagination } from '#contract/entities/pagination.ts';
import type { Sent } from '#contract/wire.ts';
import type { Page } from '#server/domain/paging.ts';

/** Where a page of a list stands, as it goes on the wire. */
export function serializePagination({
  page,
  pageSize,
  totalCount,
}: Omit<Page<unknown>, 'rows'>): Sent<typeof pagination> {
  return { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) };
}

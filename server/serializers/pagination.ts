import type { pagination } from '#contract/entities/pagination.ts';
import type { Sent } from '#contract/wire.ts';
import type { Page } from '#server/domain/paging.ts';

export function serializePagination({
  page,
  pageSize,
  totalCount,
}: Omit<Page<unknown>, 'rows'>): Sent<typeof pagination> {
  return { page, pageSize, totalCount, totalPages: Math.ceil(totalCount / pageSize) };
}

import type { ValidRows } from './valid-rows.ts';

/** A zero-based page and its size (rules §1). */
export interface PageRequest {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

/** The rows of one page and the total number of rows. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
}

/** A page of any size in batches, at least one, without the rows that cannot be read. */
export interface BatchedPage<T> extends Omit<Page<T>, 'rows'> {
  readonly batches: AsyncIterable<ValidRows<T>>;
}

/** The first row and the number of rows of a page. */
interface PageWindow {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
}

/** The size for product results and history (§9). */
const DEFAULT_SIZE = 5;

/**
 * The window of rows for a page request. Without a size the page has five rows (§9); an infinite size means all rows.
 */
export function pageWindow({ page = 0, size = DEFAULT_SIZE }: PageRequest): PageWindow {
  const offset = page > 0 ? Math.min(page * size, Number.MAX_SAFE_INTEGER) : 0;
  return { page, pageSize: size, offset };
}

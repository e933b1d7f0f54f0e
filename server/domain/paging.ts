import type { Readable } from './readable.ts';

/** What a list call asks: a zero-based page and its size (rules §1). */
export interface PageRequest {
  readonly page?: number | undefined;
  readonly size?: number | undefined;
}

/** The rows of one page, and how many there are in all. */
export interface Page<T> {
  readonly rows: readonly T[];
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
}

/** A page of any size, batch after batch, one at least; without the rows that cannot be read. */
export interface BatchedPage<T> extends Omit<Page<T>, 'rows'> {
  readonly batches: AsyncIterable<Readable<T>>;
}

/** Where a page begins and how many rows it takes. */
interface PageWindow {
  readonly page: number;
  readonly pageSize: number;
  readonly offset: number;
}

/** §9: product results and history. */
const DEFAULT_SIZE = 5;

/** The rows that a request for a page means, all of an infinite size; five a page when it does not say (§9). */
export function pageWindow({ page = 0, size = DEFAULT_SIZE }: PageRequest): PageWindow {
  const offset = page > 0 ? Math.min(page * size, Number.MAX_SAFE_INTEGER) : 0;
  return { page, pageSize: size, offset };
}

import { setImmediate as turn } from 'node:timers/promises';
import { type Expression, sql } from 'kysely';
import type { Database } from './services.ts';

/** The default number of rows in a batch; each row needs little work (docs/decisions/0035-long-answers.md). */
export const BATCH_ROWS = 100;

/**
 * Reads any number of rows in batches; the first batch may be empty. The next batch is read while the reader uses the
 * one before, so that the database and this process work at the same time. Otherwise it holds no connection and no
 * snapshot: a slow reader costs the database nothing, and at most one batch is read after the reader has left.
 * @param read returns at most `limit` rows after a row; without that row, the first ones
 * @param signal ends the reading before the next batch
 * @param count the total number of rows to read
 * @param batchRows the number of rows in a batch
 */
export async function* inBatches<Row>(
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  signal: AbortSignal,
  count = Infinity,
  batchRows = BATCH_ROWS,
): AsyncGenerator<readonly Row[], void, undefined> {
  let rest = count;
  const begin = (after: Row | undefined): Promise<readonly Row[]> => {
    signal.throwIfAborted();
    const rows = read(after, Math.min(rest, batchRows));
    // An error waits until this batch is asked for.
    rows.catch(() => undefined);
    return rows;
  };
  for (let next = begin(undefined); ;) {
    const rows = await next;
    // The reader may have left while the batch was read: nobody gets its rows any more.
    signal.throwIfAborted();
    rest -= rows.length;
    const isLast = rows.length < batchRows || rest === 0;
    if (!isLast) next = begin(rows.at(-1));
    yield rows;
    if (isLast) return;
    // The embedded database never yields to the event loop by itself.
    await turn();
  }
}

/** Hands on what `map` makes of each batch, when the reader asks for it. */
export async function* mapBatches<Batch, Mapped>(
  batches: AsyncIterable<Batch>,
  map: (batch: Batch) => Mapped,
): AsyncGenerator<Mapped, void, undefined> {
  for await (const batch of batches) {
    const mapped = map(batch);
    // Otherwise the reader's work follows at once: the database's next answer and other requests would wait for both.
    await turn();
    yield mapped;
  }
}

/** So many rows of a document are read at once: few enough for the memory, many enough where each reading is dear. */
const READ_ROWS = 2000;

/**
 * All rows of a document of an office, of which the memory holds some thousands. They are handed on in batches, so that
 * other requests are served while they are written.
 * @param read returns at most `limit` rows after a row; without that row, the first ones
 */
export async function* allRows<Row>(
  read: (after: Row | undefined, limit: number) => Promise<readonly Row[]>,
  signal: AbortSignal,
): AsyncGenerator<readonly Row[], void, undefined> {
  for await (const rows of inBatches(read, signal, Infinity, READ_ROWS)) {
    for (let start = 0; start < rows.length; start += BATCH_ROWS) {
      signal.throwIfAborted();
      yield rows.slice(start, start + BATCH_ROWS);
      await turn();
    }
  }
}

/** The rows that could be read, and the ids of the rows with invalid stored values. */
export interface ValidRows<T, Id = number> {
  readonly rows: readonly T[];
  readonly unreadable: readonly Id[];
}

/** Reads rows one by one, so that an invalid row does not hide the others. */
export function validRows<Row, T, Id = number>(
  rows: readonly Row[],
  idOf: (row: Row) => Id,
  read: (row: Row) => T,
): ValidRows<T, Id> {
  const unreadable: Id[] = [];
  const found: T[] = [];
  for (const row of rows) {
    try {
      found.push(read(row));
    } catch {
      unreadable.push(idOf(row));
    }
  }
  return { rows: found, unreadable };
}

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
  /** Whether there are more than that, which nobody has counted. */
  readonly hasMore?: boolean | undefined;
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

/** The number of rows of a search, and whether there are more than that, which nobody has counted. */
export type Counted = Pick<Page<unknown>, 'totalCount' | 'hasMore'>;

/** More rows are told as more than this, unless the page that is asked for shows where they end (rules §1). */
const MOST_COUNTED = 10_000;

/**
 * How many rows of a search there are, as far as a list tells. Who reads all of them needs no count.
 * @param select at most so many of the rows, as a table
 */
export async function countRows(
  db: Database,
  { offset, pageSize }: PageWindow,
  select: (limit: number) => Expression<unknown>,
): Promise<Counted> {
  if (!Number.isFinite(pageSize)) return { totalCount: 0, hasMore: true };
  const most = Math.min(Math.max(MOST_COUNTED, offset + pageSize), Number.MAX_SAFE_INTEGER - 1);
  const counting = sql<{ count: number }>`select count(*)::int as count from ${select(most + 1)} as found`;
  const { rows } = await counting.execute(db);
  const count = rows[0]?.count ?? 0;
  return count > most ? { totalCount: MOST_COUNTED, hasMore: true } : { totalCount: count };
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

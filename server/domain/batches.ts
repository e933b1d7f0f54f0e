import { setImmediate as turn } from 'node:timers/promises';

/** The default number of rows in a batch; each row needs little work (docs/decisions/0035-long-answers.md). */
export const BATCH_ROWS = 100;

/**
 * The maximum number of concurrent batch queries of this process. Other requests must find a free connection and a free
 * event loop.
 */
const MOST_AT_ONCE = 2;

let reading = 0;
const waiting: (() => void)[] = [];

/** Runs a long database query as soon as fewer than `MOST_AT_ONCE` others are running. */
export async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
  if (reading < MOST_AT_ONCE) reading += 1;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }
}

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
    const rows = withConcurrencyLimit(() => {
      signal.throwIfAborted();
      return read(after, Math.min(rest, batchRows));
    });
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

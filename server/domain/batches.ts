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
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
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
 * Reads any number of rows in batches; the first batch may be empty. Between two batches it holds no connection and no
 * snapshot: a slow reader costs the database nothing, and it reads nothing more after the reader has left.
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
  let last: Row | undefined;
  for (let rest = count; ;) {
    const [after, limit] = [last, Math.min(rest, batchRows)];
    const rows = await inTurn(() => {
      signal.throwIfAborted();
      return read(after, limit);
    });
    yield rows;
    rest -= rows.length;
    last = rows.at(-1);
    if (rows.length < batchRows || rest === 0) return;
    // The embedded database never yields to the event loop by itself.
    await turn();
  }
}

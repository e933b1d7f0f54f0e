import { setImmediate as turn } from 'node:timers/promises';

/** How many rows are read at once where there may be any number, each of little work (docs/decisions/0035-long-answers.md). */
const BATCH_ROWS = 100;

/** How many batches this process reads at a time, so that other requests find a free connection and the event loop idle. */
const MOST_AT_ONCE = 2;

let reading = 0;
const waiting: (() => void)[] = [];

/** Reads, as soon as no more than so many others do, what may take the database long. */
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
 * Rows of which there may be any number, batch after batch: one at least, which may be empty. Between two batches nothing is
 * held, neither a connection nor a snapshot: whoever takes them slowly costs the database nothing, and nothing is read for
 * whoever has gone.
 * @param read at most so many of the rows that follow this one, or of the first ones
 * @param signal ends the reading before the next batch
 * @param count how many rows are wanted in all
 * @param batchRows how many are read at once
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
    // The embedded database answers without ever letting others have their turn.
    await turn();
  }
}

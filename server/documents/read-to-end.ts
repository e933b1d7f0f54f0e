/** Reads all batches for their totals only. */
export async function readToEnd(batches: AsyncIterable<unknown>): Promise<void> {
  const iterator = batches[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

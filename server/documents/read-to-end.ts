/** Reads all batches for what is counted while they pass. */
export async function readToEnd(batches: AsyncIterable<unknown>): Promise<void> {
  const iterator = batches[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}

/** Batches as from a database, but readable more than once. */
export function inBatchesOf<T>(...batches: readonly (readonly T[])[]): AsyncIterable<readonly T[]> {
  return {
    async *[Symbol.asyncIterator]() {
      for (const batch of batches) yield await Promise.resolve(batch);
    },
  };
}

/** The text of a file in pieces. */
export async function readAll(pieces: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read).toString('utf8');
}

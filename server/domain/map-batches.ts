import { setImmediate as turn } from 'node:timers/promises';

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

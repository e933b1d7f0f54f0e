/** Hands on what `map` makes of each batch, when the reader asks for it. */
export async function* mapBatches<Batch, Mapped>(
  batches: AsyncIterable<Batch>,
  map: (batch: Batch) => Mapped,
): AsyncGenerator<Mapped, void, undefined> {
  for await (const batch of batches) yield map(batch);
}

import { nextTask } from './next-task.ts';
import { createRowSplitter } from './split-rows.ts';

/** Work that the page may do without a pause, in ms: less than one of its frames. */
const SLICE_MS = 10;
/** Small enough that a piece is read well within a slice. */
const PIECE_BYTES = 32 * 1024;

/** How a list of very many rows is read: in slices, while it arrives. */
export interface LongList {
  /** The key of the rows under `data`. */
  readonly collection: string;
  /** Reads some rows by the contract; throws when one cannot be read. */
  readonly read: (rows: readonly unknown[]) => readonly object[];
  /** Told how many rows have been read so far, after each slice. */
  readonly onProgress?: ((count: number) => void) | undefined;
}

/** A body whose rows have been read apart from the envelope around them. */
interface LongBody {
  readonly envelope: string;
  readonly rows: readonly object[];
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    for (let start = 0; start < next.value.length; start += PIECE_BYTES) {
      yield next.value.subarray(start, start + PIECE_BYTES);
    }
  }
}

/**
 * Reads the body of an answer without ever stopping the page for longer than a slice, however many rows it has.
 * @throws when the connection breaks, or when a row cannot be read
 */
export async function readLongList(response: Response, { collection, read, onProgress }: LongList): Promise<LongBody> {
  const splitter = createRowSplitter(collection);
  const decoder = new TextDecoder();
  const rows: object[] = [];
  onProgress?.(0);
  let sliceEnd = performance.now() + SLICE_MS;
  for await (const piece of response.body ? piecesOf(response.body) : []) {
    rows.push(...read(splitter.push(decoder.decode(piece, { stream: true }))));
    if (performance.now() < sliceEnd) continue;
    onProgress?.(rows.length);
    await nextTask();
    sliceEnd = performance.now() + SLICE_MS;
  }
  rows.push(...read(splitter.push(decoder.decode())));
  return { envelope: splitter.envelope(), rows };
}

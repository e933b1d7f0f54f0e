import { JSONParser } from '@streamparser/json';
import { yieldToMain } from '../loading/pauses.ts';

/** Longest work without a pause, in ms: less than a frame. */
const SLICE_MS = 5;
/** How often progress is reported, in ms: rendering it takes longer than a slice. */
const PROGRESS_MS = 250;
/** Small enough to be read within a slice. */
const PIECE_BYTES = 16 * 1024;
/** The most bytes of a character. The parser loses a character that is split among three pieces. */
const CHARACTER_BYTES = 4;

/** Reads a very long list in slices, while it arrives. */
export interface LongList {
  /** The key of the rows under `data`. */
  readonly collection: string;
  /** Reads some rows by the contract; throws if one is invalid. */
  readonly read: (rows: readonly unknown[]) => readonly object[];
  /** Called now and then with the number of rows read so far. */
  readonly onProgress?: ((count: number) => void) | undefined;
}

/** A body with its rows read separately; the envelope has an empty list in their place. */
interface LongBody {
  readonly envelope: unknown;
  readonly rows: readonly object[];
}

async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  let rest = new Uint8Array();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const bytes = rest.length === 0 ? next.value : new Uint8Array([...rest, ...next.value]);
    let start = 0;
    for (; bytes.length - start >= CHARACTER_BYTES; start += PIECE_BYTES) {
      yield bytes.subarray(start, start + PIECE_BYTES);
    }
    rest = bytes.slice(start);
  }
  yield rest;
}

/**
 * Reads the body of a response without blocking the page for longer than a slice.
 * @throws if the connection breaks, the body is no JSON, or a row is invalid
 */
export async function readLongList(
  body: ReadableStream<Uint8Array> | null,
  { collection, read, onProgress }: LongList,
): Promise<LongBody> {
  const rows: object[] = [];
  let arrived: unknown[] = [];
  let envelope: unknown;
  const parser = new JSONParser({ paths: [`$.data.${collection}.*`, '$'], stringBufferSize: PIECE_BYTES });
  parser.onValue = ({ value, parent, stack }) => {
    if (stack.length === 0) envelope = value;
    else if (Array.isArray(parent)) {
      arrived.push(value);
      // The parser would keep all rows for the envelope.
      parent.length = 0;
    }
  };
  onProgress?.(0);
  let sliceEnd = performance.now() + SLICE_MS;
  let nextReport = sliceEnd;
  for await (const piece of body ? piecesOf(body) : []) {
    parser.write(piece);
    rows.push(...read(arrived));
    arrived = [];
    const now = performance.now();
    if (now < sliceEnd) continue;
    if (now >= nextReport) {
      onProgress?.(rows.length);
      nextReport = now + PROGRESS_MS;
    }
    await yieldToMain();
    sliceEnd = performance.now() + SLICE_MS;
  }
  if (!parser.isEnded) throw new SyntaxError('The list has broken off');
  return { envelope, rows };
}

import { JSONParser } from '@streamparser/json';

/** Work that the page may do without a pause, in ms: less than one of its frames. */
const SLICE_MS = 10;
/** Small enough that a piece is read well within a slice. */
const PIECE_BYTES = 16 * 1024;

/** How a list of very many rows is read: in slices, while it arrives. */
export interface LongList {
  /** The key of the rows under `data`. */
  readonly collection: string;
  /** Reads some rows by the contract; throws when one cannot be read. */
  readonly read: (rows: readonly unknown[]) => readonly object[];
  /** Told how many rows have been read so far, after each slice. */
  readonly onProgress?: ((count: number) => void) | undefined;
}

/** A body whose rows have been read apart from the envelope around them, which has an empty list in their place. */
interface LongBody {
  readonly envelope: unknown;
  readonly rows: readonly object[];
}

/**
 * Lets the page draw and answer its user before the work goes on. Unlike a timer it is not slowed down in a tab that
 * nobody looks at.
 */
function yieldToMain(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
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
 * @throws when the connection breaks, when it is no JSON, or when a row cannot be read
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
      // The parser would keep them all for the envelope.
      parent.length = 0;
    }
  };
  // The parser itself loses a character that comes in several pieces.
  const decoder = new TextDecoder();
  onProgress?.(0);
  let sliceEnd = performance.now() + SLICE_MS;
  for await (const piece of body ? piecesOf(body) : []) {
    parser.write(decoder.decode(piece, { stream: true }));
    rows.push(...read(arrived));
    arrived = [];
    if (performance.now() < sliceEnd) continue;
    onProgress?.(rows.length);
    await yieldToMain();
    sliceEnd = performance.now() + SLICE_MS;
  }
  if (!parser.isEnded) throw new SyntaxError('The list has broken off');
  return { envelope, rows };
}

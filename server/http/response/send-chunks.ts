import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Starts a stream and waits for its first chunk, so that an earlier error can still be sent as an error response. */
export async function startStream<T>(chunks: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  return {
    async *[Symbol.asyncIterator]() {
      try {
        for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
      } finally {
        await iterator.return?.();
      }
    },
  };
}

/**
 * Sends JSON in chunks, as fast as the client reads. An error in a chunk ends the connection, so that the client does
 * not take the response for complete. After a disconnect no more chunks are read.
 */
export function sendChunks(reply: FastifyReply, chunks: AsyncIterable<string>): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(Readable.from(chunks, { objectMode: false }));
}

/** Bytes in base64. Three bytes make four characters, so the remainder of a chunk goes into the next. */
export async function* toBase64(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<string, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}

/** The client has disconnected; this is not an error to report. */
class ClientGoneError extends Error {
  readonly statusCode = 499;
}

/** Created once, because every response ends with it, and an error takes long to record its stack. */
const CLIENT_GONE = new ClientGoneError('the client has gone');

/** Aborts when the client has disconnected or has received the whole response. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => gone.abort(CLIENT_GONE);
  if (reply.raw.destroyed) end();
  else reply.raw.once('close', end);
  return gone.signal;
}

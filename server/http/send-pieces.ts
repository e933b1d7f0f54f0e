import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** A client that takes nothing for so long, in ms, has gone. */
const STALL_MS = 120_000;

/** The same pieces, the first of which is there: what fails before it can still be told. */
export async function begun<T>(pieces: AsyncIterable<T>): Promise<AsyncIterable<T>> {
  const iterator = pieces[Symbol.asyncIterator]();
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
 * Sends JSON piece by piece, as fast as the client takes it. When a piece fails, the connection ends, so that nobody takes
 * what has come for the whole; when the client goes, the pieces are read no further.
 */
export function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>): FastifyReply {
  reply.raw.setTimeout(STALL_MS, () => reply.raw.destroy());
  return reply.type('application/json; charset=utf-8').send(Readable.from(pieces, { objectMode: false }));
}

/** Bytes in base64: three make four characters, so what is left of a piece goes with the next. */
export async function* toBase64(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<string, void, undefined> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString('base64', 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString('base64');
}

/** The client waits no longer: nobody is to be told, and nothing is wrong. */
class ClientGoneError extends Error {
  readonly statusCode = 499;
}

/** Tells when the client has gone, or has got everything. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const end = () => gone.abort(new ClientGoneError('the client has gone'));
  if (reply.raw.destroyed) end();
  else reply.raw.once('close', end);
  return gone.signal;
}

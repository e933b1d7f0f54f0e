import type { FastifyInstance } from 'fastify';

/** A client that reads nothing for so long counts as disconnected. */
const STALL_MS = 120_000;
/** A client that reads slowly on purpose must not keep memory, or a slot for a long response, for ever. */
const MAX_RESPONSE_MS = 900_000;

/** Ends the connections of clients that do not read their response. The time before a response begins does not count. */
export function refuseSlowReaders(app: FastifyInstance): void {
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    if (!raw.destroyed) {
      raw.setTimeout(STALL_MS, () => raw.destroy());
      const longest = setTimeout(() => raw.destroy(), MAX_RESPONSE_MS).unref();
      raw.once('close', () => clearTimeout(longest));
    }
    done();
  });
}

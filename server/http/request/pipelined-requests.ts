import type { FastifyInstance } from 'fastify';

/**
 * Ends a connection whose next request comes before the former one is answered, which no browser and no usual proxy
 * sends. Node begins all of them at once, and the answer of one that waits for its turn has no connection: it never
 * hears that the client has gone, so whatever it holds would be held for ever. Call it before any other hook is added.
 */
export function endPipelining(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (reply.raw.socket !== null) {
      done();
      return;
    }
    reply.hijack();
    request.raw.socket.destroy();
  });
}

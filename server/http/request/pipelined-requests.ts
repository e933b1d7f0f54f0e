import type { FastifyInstance } from 'fastify';

/**
 * Ends a connection whose client sends a request before the former one is answered (pipelining), as no browser and no
 * usual proxy does. Node starts all these requests at once, but a later response has no connection before its turn, so
 * it never hears that the client has gone and would keep what it holds for ever. Call it before any other hook is added.
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

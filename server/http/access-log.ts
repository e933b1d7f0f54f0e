import type { FastifyInstance } from 'fastify';

/** Writes one line per answered request: the route's pattern, never the address that was asked for (design §4). */
export function logAccess(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: url ?? 'unknown', status: reply.statusCode, ms }, 'request');
    done();
  });
}

import type { FastifyInstance } from 'fastify';

/** Logs one line per request, with the route's pattern instead of the URL (design §4). */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    request.log.info({ method, route: url ?? 'unknown', status: reply.statusCode, ms }, 'request');
    done();
  });
}

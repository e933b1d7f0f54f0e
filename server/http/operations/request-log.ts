import type { FastifyInstance } from 'fastify';

/** These paths are requested every few seconds, so a line for each success would fill the log. */
const PROBES: readonly (string | undefined)[] = ['/healthz', '/readyz'];

/** Logs one line per request, with the route's pattern instead of the URL (design §4). */
export function logRequests(app: FastifyInstance): void {
  let hasWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    const isUntrusted = request.headers['x-forwarded-for'] !== undefined && (request.ips?.length ?? 1) === 1;
    if (isUntrusted && !hasWarned) {
      hasWarned = true;
      const { remoteAddress } = request.socket;
      request.log.warn({ remoteAddress }, 'X-Forwarded-For is not believed: TRUST_PROXY does not name its sender');
    }
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request.routeOptions;
    const ms = Math.round(reply.elapsedTime);
    if (!PROBES.includes(url) || reply.statusCode !== 200)
      request.log.info({ method, route: url ?? 'unknown', status: reply.statusCode, ms }, 'request');
    done();
  });
}

import type { FastifyInstance } from 'fastify';
import { readinessOf } from '#server/domain/health.ts';
import type { Services } from '#server/domain/context.ts';

/**
 * `/healthz`: the process runs. `/readyz`: it can serve requests; 503 otherwise.
 * @param isEnding whether the process is shutting down
 */
export function registerHealthRoutes(app: FastifyInstance, services: Services, isEnding: () => boolean): void {
  const isDatabaseReady = readinessOf(services);
  // An open connection would keep the process from ending.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isEnding()) void reply.header('connection', 'close');
    done();
  });
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = !isEnding() && (await isDatabaseReady());
    return reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
}

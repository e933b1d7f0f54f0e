import Fastify, { type FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { serveDocs } from './docs.ts';
import { handleErrors } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}

/** Serves what is for those who run the server: /metrics in the Prometheus format, and /docs. */
export async function serveOperations(app: FastifyInstance, metrics: Registry): Promise<void> {
  app.get('/metrics', async (_request, reply) => reply.type(metrics.contentType).send(await metrics.metrics()));
  await serveDocs(app);
}

/** An address apart for it, with the metrics of the server (docs/decisions/0038). */
export async function buildOperations({ metrics }: FastifyInstance): Promise<FastifyInstance> {
  const app = Fastify({ forceCloseConnections: true });
  handleErrors(app);
  await serveOperations(app, metrics);
  return app;
}

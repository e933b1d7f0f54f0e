import type { FastifyBaseLogger, FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import type { Registry } from 'prom-client';
import type { Settings } from '#server/settings.ts';
import { createServer } from './create-server.ts';
import { serveDocs } from './docs.ts';
import { sendPathNotFound } from './error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}

/**
 * Serves what is for those who run the server: /metrics in the Prometheus format, and /docs.
 * @param limits what a reader of the metrics has to pass, where strangers reach them
 */
export async function serveOperations(
  app: FastifyInstance,
  metrics: Registry,
  limits: preHandlerAsyncHookHandler[] = [],
): Promise<void> {
  app.get('/metrics', { onRequest: limits }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  await serveDocs(app);
}

/** An address apart for it, with the metrics of the server (docs/decisions/0038). */
export async function buildOperations(
  { metrics }: FastifyInstance,
  settings: Settings,
  logger: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = await createServer(settings, logger);
  app.setNotFoundHandler(sendPathNotFound);
  await serveOperations(app, metrics);
  return app;
}

import type { FastifyBaseLogger, FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import type { Registry } from 'prom-client';
import type { Settings } from '#server/settings/types.ts';
import { createServer } from '../create-server.ts';
import { serveDocs } from './docs.ts';
import { sendPathNotFound } from '../response/error-handler.ts';

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}

/**
 * Serves the endpoints for administrators: /metrics in the Prometheus format, and /docs.
 * @param limits the rate limits for /metrics when it is public
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

/**
 * Creates a separate server for these endpoints, with the metrics of the main server
 * (docs/decisions/0038-seen-from-outside.md).
 */
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

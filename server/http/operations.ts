import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyBaseLogger, FastifyInstance, preHandlerAsyncHookHandler } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Settings } from '#server/settings/settings.ts';
import { measureLimitedWork, measureOrders, measurePins, measureReconciliation } from '#server/gauges.ts';
import { gaugeReadWhenAsked } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';
import { createServer } from './create-server.ts';
import { sendPathNotFound } from './errors.ts';
import { buildOpenApiDocument } from './openapi.ts';
import packageFile from '../../package.json' with { type: 'json' };

/** The page of the documentation with a token, which it takes and then removes from its address. */
export const docsWithToken = (token: string) => `/docs/#token=${token}`;

/** Hands the token in the page's address to Swagger UI, which its own script starts once the page is loaded. */
const TAKE_TOKEN = `
const token = new URLSearchParams(location.hash.slice(1)).get('token');
if (token !== null) {
  const start = SwaggerUIBundle;
  history.replaceState(null, '', location.pathname);
  window.SwaggerUIBundle = Object.assign((config) => {
    const ui = start({ ...config, onComplete: () => ui.preauthorizeApiKey('user', token) });
    return ui;
  }, start);
}`;

/** Serves the API documentation from the contract: a page at /docs, the OpenAPI document at /docs/json. */
async function serveDocs(app: FastifyInstance, tokenPath: string | undefined): Promise<void> {
  await app.register(swagger, {
    mode: 'static',
    // The plugin's types only know OpenAPI 3.0, but it passes the document on unchanged.
    specification: { document: buildOpenApiDocument(tokenPath) as unknown as StaticDocumentSpec['document'] },
  });
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    theme: {
      title: 'Food-voucher portal: API',
      js: tokenPath === undefined ? [] : [{ filename: 'token.js', content: TAKE_TOKEN }],
    },
    // Without the bar on top, which only names Swagger.
    uiConfig: { docExpansion: 'list', validatorUrl: null, layout: 'BaseLayout' },
  });
}

/** In seconds: up to 10 for calls, above that for long documents. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Registers the metrics of the process, its requests and documents, and of the shared database. */
export function measure(app: FastifyInstance, services: Services): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'build_info',
    help: 'Always 1; the label names the release of this process.',
    labelNames: ['version'],
    registers: [registry],
  }).set({ version: packageFile.version }, 1);
  gaugeReadWhenAsked(
    registry,
    'documents_underway',
    'Documents that this process is making.',
    () => app.slots.documents.counts.running,
  );
  measureLimitedWork(registry);
  measureOrders(registry, services, app.log);
  measurePins(registry, services, app.log);
  measureReconciliation(registry, services, app.log);
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, in seconds.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url } = request.routeOptions;
    seconds.observe(
      { method: String(method), route: url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    done();
  });
  // The metrics of the pool come first, because reading the other metrics takes connections.
  return Registry.merge([services.metrics.registry, registry]);
}

declare module 'fastify' {
  interface FastifyInstance {
    metrics: Registry;
  }
}

/**
 * Serves the endpoints for administrators: /metrics in the Prometheus format, and /docs.
 * @param limits the rate limits for /metrics when it is public
 * @param tokenPath where the demonstration gives a token for the calls in /docs
 */
export async function serveOperations(
  app: FastifyInstance,
  metrics: Registry,
  limits: preHandlerAsyncHookHandler[] = [],
  tokenPath?: string,
): Promise<void> {
  app.get('/metrics', { onRequest: limits }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  await serveDocs(app, tokenPath);
}

/**
 * Creates a separate server for these endpoints, with the metrics of the main server: how busy it is, and which calls there
 * are, is for operators alone. It has a port and no password, because scrapers and firewalls know ports.
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

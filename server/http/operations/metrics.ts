import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Services } from '#server/domain/context.ts';
import { gaugeReadWhenAsked } from '#server/metrics/gauge-read-when-asked.ts';
import { measureLimitedWork } from '#server/metrics/limited-work-metrics.ts';
import { measureOrders } from '#server/metrics/order-metrics.ts';
import { measurePins } from '#server/metrics/pin-metrics.ts';
import { measureReconciliation } from '#server/metrics/reconciliation-metrics.ts';

/** In seconds: up to 10 for calls, above that for long documents. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Registers the metrics of the process, its requests and documents, and of the shared database. */
export function measure(app: FastifyInstance, services: Services): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  gaugeReadWhenAsked(
    registry,
    'documents_underway',
    'Documents that this process is making.',
    () => app.slots.documents.underway,
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

import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { Services } from '#server/domain/context.ts';
import { measureOrders } from './order-metrics.ts';
import { measurePins } from './pin-metrics.ts';

/** Answers /metrics in the Prometheus format: the process, the time of requests, the delivery of orders, and PINs. */
export function measure(app: FastifyInstance, services: Services): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, in seconds.',
    labelNames: ['method', 'route', 'status'],
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
  const others = [measureOrders(services), measurePins(services)];
  app.get('/metrics', async (_request, reply) => {
    const metrics = await Promise.all([registry.metrics(), ...others.map((tell) => tell())]);
    return reply.type(registry.contentType).send(metrics.join(''));
  });
}

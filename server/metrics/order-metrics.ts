import type { FastifyBaseLogger } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { readOpenOrders } from '#server/domain/amc-orders/read-open-orders.ts';
import type { Services } from '#server/domain/context.ts';
import { gaugeReadWhenAsked } from './gauge-read-when-asked.ts';
import { sharedReading } from './shared-reading.ts';

/**
 * Registers the metrics of AMC order deliveries. They come from the database, so every process reports the same values.
 */
export function measureOrders(registry: Registry, services: Services, log: FastifyBaseLogger): void {
  const readOpen = sharedReading(log, 'AMC orders', () => readOpenOrders(services));
  new Gauge({
    name: 'amc_orders',
    help: 'AMC orders without a verdict of the bus, by whether it has taken them.',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const open = await readOpen();
      this.reset();
      for (const [status, count] of Object.entries(open?.counts ?? {})) this.set({ status }, count);
    },
  });
  gaugeReadWhenAsked(
    registry,
    'amc_orders_failing',
    'AMC orders whose last delivery failed; they are tried again.',
    async () => (await readOpen())?.failing,
  );
  gaugeReadWhenAsked(
    registry,
    'amc_orders_oldest_open_seconds',
    'Age of the oldest AMC order without a verdict of the bus, in seconds.',
    async () => (await readOpen())?.oldestSeconds,
  );
}

import { Gauge, Registry } from 'prom-client';
import { countOrders } from '#server/domain/amc-orders/count-orders.ts';
import type { Services } from '#server/domain/context.ts';

/**
 * Measures how the delivery of AMC orders goes; every process tells the same, since the database counts.
 * @returns what tells the present numbers in the Prometheus format, nothing while the database is away
 */
export function measureOrders(services: Services): () => Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const orders = new Gauge({
    name: 'amc_orders',
    help: 'AMC orders by their status on the enterprise service bus.',
    labelNames: ['status'],
    registers,
  });
  const failing = new Gauge({
    name: 'amc_orders_failing',
    help: 'AMC orders whose last delivery failed; they are tried again.',
    registers,
  });
  const oldest = new Gauge({
    name: 'amc_orders_oldest_open_seconds',
    help: 'Age of the oldest AMC order without a verdict of the bus, in seconds.',
    registers,
  });
  return async () => {
    const counts = await countOrders(services).catch(() => undefined);
    if (counts === undefined) return '';
    for (const [status, count] of counts.byStatus) orders.set({ status }, count);
    failing.set(counts.failing);
    oldest.set(counts.oldestSeconds);
    return registry.metrics();
  };
}

import type { OpenDatabase } from './database/open-database.ts';
import type { Services } from './domain/context.ts';
import { HashQueue } from './domain/pin/hash-queue.ts';
import { Metrics } from './metrics/metrics.ts';
import { measurePool } from './metrics/pool-metrics.ts';
import { measureReplica } from './metrics/replica-metrics.ts';
import type { Settings } from './settings/types.ts';

/**
 * Creates the services of all use cases on an open database.
 * @param now the server's clock; the default is the machine's clock
 */
export function createServices(
  { rules, tokens, hashing }: Settings,
  { db, pool, replica }: Pick<OpenDatabase, 'db' | 'pool' | 'replica'>,
  now = () => new Date(),
): Services {
  const metrics = new Metrics();
  if (pool !== undefined) measurePool(metrics.registry, pool);
  if (replica !== undefined) measureReplica(metrics.registry, replica);
  const queue = new HashQueue(hashing, () => metrics.pinHashesRefused.inc());
  return { db, ...(replica && { replica }), now, rules, tokens, hashing: queue, metrics };
}

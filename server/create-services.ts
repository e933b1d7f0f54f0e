import type { OpenDatabase } from './database/open-database.ts';
import type { Services } from './domain/context.ts';
import { HashQueue } from './domain/pin/hash-queue.ts';
import { Metrics } from './metrics/metrics.ts';
import { measurePool } from './metrics/pool-metrics.ts';
import type { Settings } from './settings.ts';

/**
 * What every use case works with, on an open database.
 * @param now the server's clock, when it is not the machine's
 */
export function createServices(
  { rules, tokens, hashing }: Settings,
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  now = () => new Date(),
): Services {
  const metrics = new Metrics();
  if (pool !== undefined) measurePool(metrics.registry, pool);
  return { db, now, rules, tokens, hashing: new HashQueue(hashing), metrics };
}

import { Counter, type Registry } from 'prom-client';
import type { Replica } from '#server/database/replica.ts';
import { gaugeReadWhenAsked } from './gauge-read-when-asked.ts';

/** Registers the metrics of the replica as this process sees it: its lag, and the statements that it answers. */
export function measureReplica(registry: Registry, replica: Replica): void {
  gaugeReadWhenAsked(
    registry,
    'database_replica_lag_seconds',
    'How far the replica is behind the primary at most; no value while it is away.',
    () => replica.lagMs && replica.lagMs / 1000,
  );
  new Counter({
    name: 'database_replica_statements_total',
    help: 'Statements that the replica answered, and those that the primary answered because the replica failed.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(replica.counts)) this.inc({ outcome }, count);
    },
  });
}

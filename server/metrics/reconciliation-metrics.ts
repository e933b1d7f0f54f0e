import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { Services } from '#server/domain/context.ts';
import { readLastReconciliation } from '#server/domain/reconciliation/reconcile.ts';
import { gaugeReadWhenAsked } from './gauge-read-when-asked.ts';
import { sharedReading } from './shared-reading.ts';

/**
 * Registers the metrics of the last reconciliation. Every process reports the same values; there is none before the
 * first run.
 */
export function measureReconciliation(registry: Registry, services: Services, log: FastifyBaseLogger): void {
  const read = sharedReading(log, 'reconciliation', () => readLastReconciliation(services));
  gaugeReadWhenAsked(
    registry,
    'reconciliation_mismatches',
    'Stored amounts that the last reconciliation found to differ from the ledger.',
    async () => (await read())?.mismatches,
  );
  gaugeReadWhenAsked(
    registry,
    'reconciliation_checked_rows',
    'Rows that the last reconciliation compared.',
    async () => (await read())?.checked,
  );
  gaugeReadWhenAsked(registry, 'reconciliation_timestamp_seconds', 'When the last reconciliation ended.', async () => {
    const endedAt = (await read())?.endedAt.getTime();
    return endedAt && endedAt / 1000;
  });
}

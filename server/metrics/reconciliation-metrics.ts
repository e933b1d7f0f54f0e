import type { Registry } from 'prom-client';
import type { Services } from '#server/domain/context.ts';
import { readLastReconciliation } from '#server/domain/ledger/reconcile.ts';
import { gaugeReadWhenAsked } from './gauge-read-when-asked.ts';

/** Measures how the stored amounts agree with the ledger; every process tells the same, nothing before the first run. */
export function measureReconciliation(registry: Registry, services: Services): void {
  gaugeReadWhenAsked(
    registry,
    'reconciliation_mismatches',
    'Stored amounts that the last reconciliation found to differ from the ledger.',
    async () => (await readLastReconciliation(services)).mismatches,
  );
  gaugeReadWhenAsked(
    registry,
    'reconciliation_checked_rows',
    'Rows that the last reconciliation compared.',
    async () => (await readLastReconciliation(services)).checked,
  );
  gaugeReadWhenAsked(
    registry,
    'reconciliation_timestamp_seconds',
    'When the last reconciliation ended.',
    async () => (await readLastReconciliation(services)).endedAt.getTime() / 1000,
  );
}

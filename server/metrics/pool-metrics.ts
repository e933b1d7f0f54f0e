import type { Registry } from 'prom-client';
import type { Pool } from '#server/database/open-database.ts';
import { gaugeReadWhenAsked } from './gauge-read-when-asked.ts';

/** Registers the metrics of this process's PostgreSQL connections. */
export function measurePool(registry: Registry, pool: Pool): void {
  gaugeReadWhenAsked(
    registry,
    'database_pool_connections',
    'Connections of this process to PostgreSQL.',
    () => pool.totalCount,
  );
  gaugeReadWhenAsked(registry, 'database_pool_idle', 'Connections that nobody uses.', () => pool.idleCount);
  gaugeReadWhenAsked(
    registry,
    'database_pool_waiting',
    'Requests that wait for a connection.',
    () => pool.waitingCount,
  );
}

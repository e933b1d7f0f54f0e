import type { PostgresSettings } from '#tests/api/support/postgres.ts';

/** For filling a nation: a crash would only mean starting again. */
export const QUICK_FILL: PostgresSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '20GB',
  shared_buffers: '1GB',
  autovacuum: 'off',
};

/** For measuring: every commit waits for the disk, and few settings differ from PostgreSQL's defaults. */
export const SERIOUS: PostgresSettings = {
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
};

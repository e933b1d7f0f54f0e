import type { PostgresSettings } from '#tests/api/support/postgres.ts';

/** While a nation is filled in: should it break, it is begun anew. */
export const QUICK_FILL: PostgresSettings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '20GB',
  shared_buffers: '1GB',
  autovacuum: 'off',
};

/** What is measured: every commit is on the disk before it is told, and little else is not PostgreSQL's default. */
export const SERIOUS: PostgresSettings = {
  shared_buffers: '2GB',
  effective_cache_size: '8GB',
  random_page_cost: '1.1',
  max_wal_size: '8GB',
  checkpoint_timeout: '15min',
};

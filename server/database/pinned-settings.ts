import type pg from 'pg';
import { withTimeout } from './with-timeout.ts';

/**
 * The settings that decide what our statements do and what their answers mean, with the values that the code takes for
 * granted. They are set on every connection, because a database, a role or a pooler may have others
 * (docs/decisions/0057-settings-of-a-connection.md).
 */
export const PINNED_SETTINGS: Readonly<Record<string, string>> = {
  // What a transaction reads after it has waited for a lock must be what the other one has left.
  default_transaction_isolation: 'read committed',
  // A confirmed sale is on the disk, and on the synchronous standby if there is one.
  synchronous_commit: 'on',
  search_path: 'public',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  // That a standby has not confirmed a commit is told by a warning.
  client_min_messages: 'warning',
  // A turn is one statement (docs/decisions/0048-turns.md), so no statement may take more than one core.
  max_parallel_workers_per_gather: '0',
};

const PIN_ALL = Object.entries(PINNED_SETTINGS)
  .map(([name, value]) => `set ${name} = '${value}'`)
  .join('; ');

/** Sets the pinned settings on a new connection, before its first use. */
export async function pinSettings(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  await withTimeout(client.query(PIN_ALL), timeoutMs, () => {
    throw new Error('Connection terminated: it did not take its settings in time');
  });
}

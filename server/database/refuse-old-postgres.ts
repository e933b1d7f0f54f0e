import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** The oldest major version of PostgreSQL that understands the migrations (`nulls not distinct`). */
const OLDEST = 15;

/**
 * Refuses a PostgreSQL that would stop in the middle of the migrations.
 * @throws Error which names the version
 */
export async function refuseOldPostgres(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db);
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major < OLDEST)
    throw new Error(`PostgreSQL ${OLDEST} or newer is needed, and this is ${major}. Nothing is changed.`);
}

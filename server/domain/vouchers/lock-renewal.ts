import { sql } from 'kysely';
import { LOCKS } from '#server/database/locks.ts';
import type { Database } from '../context.ts';

/** Keeps the worker from creating vouchers until the transaction ends; the worker tries again later. */
export async function lockRenewal(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.renewal)})`.execute(trx);
}

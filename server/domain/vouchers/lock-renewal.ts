import { sql } from 'kysely';
import { LOCKS } from '#server/database/locks.ts';
import type { Database } from '../context.ts';

/** Until the transaction ends, the worker makes no voucher of what is about to change; it comes back. */
export async function lockRenewal(trx: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.renewal)})`.execute(trx);
}

import { sql } from 'kysely';
import type { Database } from '../context.ts';

/** The maximum number of audit rows to read: an import writes one for each line of its file. */
const MAX_WRITES = 200;

/**
 * The audit rows of a user since an instant; undefined for more than 200. Every change writes one in its own transaction
 * (design §4).
 */
export async function readWrites(db: Database, userId: number, since: Date): Promise<string[] | undefined> {
  const rows = await db
    .selectFrom('audit')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .select('audit_id')
    .limit(MAX_WRITES + 1)
    .execute();
  return rows.length > MAX_WRITES ? undefined : rows.map((row) => row.audit_id);
}

/** Whether a database, as a replica, has all of these audit rows, and so the changes that wrote them. */
export async function hasWrites(db: Database, auditIds: readonly string[]): Promise<boolean> {
  if (auditIds.length === 0) return true;
  const { count } = await db
    .selectFrom('audit')
    .where('audit_id', '=', sql<string>`any(${auditIds}::bigint[])`)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count) === auditIds.length;
}

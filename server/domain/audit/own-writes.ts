import { sql } from 'kysely';
import type { Database } from '../context.ts';

/** The audit rows of a user since an instant. Every change writes one in its own transaction (design §4). */
export async function readWrites(db: Database, userId: number, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('audit')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .select('audit_id')
    .execute();
  return rows.map((row) => row.audit_id);
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

import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * The role of the server when it does not own the tables. It cannot change or delete the records that it has written
 * (rules §4).
 */
export const SERVER_ROLE = 'voucher_server';

/** Grants the existing server role its rights on the present tables. The owner of the tables must run this. */
export async function grantServerRole(db: Kysely<Schema>): Promise<void> {
  const role = sql.id(SERVER_ROLE);
  await db.transaction().execute(async (trx) => {
    await sql`revoke all on all tables in schema public from ${role}`.execute(trx);
    await sql`grant usage on schema public to ${role}`.execute(trx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(trx);
    await sql`grant select, update on sequence import_progress to ${role}`.execute(trx);
    await sql`revoke update, delete on audit, consultation, month_closing from ${role}`.execute(trx);
    await sql`revoke insert, update, delete on migration from ${role}`.execute(trx);
    await sql`grant execute on function forget_records to ${role}`.execute(trx);
  });
}

/** Whether the connection's role may change or delete audit and access records. */
export async function mayChangeRecords(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select has_table_privilege(name, 'update, delete, truncate') as may
    from unnest(array['audit', 'consultation', 'month_closing']) as record (name)`.execute(db);
  return rows.some(({ may }) => may);
}

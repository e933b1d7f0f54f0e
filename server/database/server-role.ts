import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** The role of the server when it does not own the tables (rules §4). */
export const SERVER_ROLE = 'voucher_server';

/**
 * What the role may do with each table but read it, as `grant` takes it. What has none is written by functions of the
 * owner: names of parties, and kept sums. A row lock needs the right to update some column.
 */
export const RIGHTS: Readonly<Record<keyof Schema, string>> = {
  amc_order: 'insert, update (esb_number, esb_reason, esb_status, rejected_at)',
  amc_order_month: '',
  amc_order_purchase: 'insert, update (released_at)',
  app_user: 'insert, update',
  asl: 'insert, update',
  audit: 'insert',
  business: 'insert, update',
  cancel_code_attempts: 'insert, update',
  cart: 'insert, update (version), delete',
  cart_item: 'insert, update, delete',
  category: 'insert, update',
  consultation: 'insert',
  dossier: 'insert, update',
  dossier_kind: 'insert, update',
  former_amount: 'insert, update, delete',
  import_line: 'insert, update, delete',
  import_run: 'insert, update, delete',
  job_step: 'insert, update, delete',
  kept_answer: 'insert, update, delete',
  key_pair: 'insert',
  ledger_difference: 'insert, update, delete',
  ledger_entry: 'insert',
  ledger_month: '',
  lookup: 'insert, update, delete',
  manufacturer: 'insert, update',
  month_closing: 'insert',
  monthly_wrong_pins: '',
  outbox: 'insert, update (attempts, last_error, next_attempt_at, settled_at)',
  paper_sheet: 'insert',
  parties: '',
  patient: 'insert, update',
  pin_attempts: 'insert, update',
  pin_pace: 'insert, update',
  product: 'insert, update',
  product_category: 'insert, update, delete',
  product_epoch: '',
  purchase: 'insert, update (cancelled_at, status)',
  purchase_item: 'insert',
  receipt_key: '',
  reconciliation: 'insert, update, delete',
  refresh_token: 'insert, update',
  renewal_request: 'insert, delete',
  session: 'insert, update, delete',
  sign_on: 'insert, update, delete',
  store: 'insert, update',
  till: 'insert, update',
  tx_command: 'insert, update (executed_at), delete',
  unusual_price: 'insert',
  used_assertion: 'insert, delete',
  user_business: 'insert, update, delete',
  voucher: 'insert, update (disabled_at, initial_amount, residual, status)',
};

/** Grants the existing role its rights, and takes away what else it has. The owner of the tables must run this. */
export async function grantServerRole(db: Kysely<Schema>): Promise<void> {
  const role = sql.id(SERVER_ROLE);
  await db.transaction().execute(async (trx) => {
    await sql`revoke all on all tables in schema public from ${role}`.execute(trx);
    await sql`grant usage on schema public to ${role}`.execute(trx);
    await sql`grant select on migration, present_parties to ${role}`.execute(trx);
    for (const [table, rights] of Object.entries(RIGHTS)) {
      const granted = sql.raw(['select', rights].filter((one) => one !== '').join(', '));
      await sql`grant ${granted} on ${sql.id(table)} to ${role}`.execute(trx);
    }
    await sql`grant execute on function prepare_records, forget_records to ${role}`.execute(trx);
  });
}

/** The tables whose rows the role only adds, or does not write at all, because they prove what happened. */
const RECORDS = ['audit', 'consultation', 'ledger_entry', 'month_closing', 'paper_sheet', 'parties', 'purchase_item'];

/** Whether the connection's role may change or delete records. */
export async function mayChangeRecords(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`select has_table_privilege(name, 'update, delete, truncate') as may
    from unnest(${RECORDS}::text[]) as record (name)`.execute(db);
  return rows.some(({ may }) => may);
}

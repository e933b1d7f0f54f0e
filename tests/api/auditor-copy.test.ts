import { readFile } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeAudit } from '#server/access-log/audit.ts';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import type { Schema } from '#server/database/schema.ts';
import { TEST_NOW } from './support/fixture.ts';
import { type RunningPostgres, startPostgres, UNSAFE } from './support/postgres.ts';
import { createServerRole, fillTemplate } from './support/prepare-postgres.ts';
import { administer, databaseUrl } from './support/test-database.ts';

let region: RunningPostgres;
let auditor: RunningPostgres;
let here: OpenDatabase;
let there: OpenDatabase;
let page: readonly string[];

const open = (url: string) => openDatabase({ kind: 'postgres', url, poolSize: 2 });

/** The statements that the page of operations has for this, in its order. */
async function readPage(): Promise<readonly string[]> {
  const [, chapter = ''] = (await readFile('docs/operations.md', 'utf8')).split("## An auditor's copy\n");
  const [own = ''] = chapter.split(/^## /m);
  return [...own.matchAll(/```sql\n([^]*?)```/g)].map(([, text = '']) => text);
}

beforeAll(async () => {
  page = await readPage();
  [region, auditor] = await Promise.all([
    startPostgres(undefined, { ...UNSAFE, wal_level: 'logical' }),
    startPostgres(),
  ]);
  await createServerRole(region.url);
  await administer(region.url, 'create database vouchers');
  await fillTemplate({ kind: 'postgres', url: databaseUrl(region.url, 'vouchers'), poolSize: 1 });
  here = await open(databaseUrl(region.url, 'vouchers'));
  there = await open(auditor.url);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await Promise.all([region.stop(), auditor.stop()]);
});

/** Writes a record of each kind at an instant. */
async function record(at: string): Promise<void> {
  await writeAudit(here.db, { at: new Date(at), action: 'SIGNED_IN', details: { at } });
  await sql`insert into consultation (at, user_id, patient_id, call) values (${at}, 1, 1, 'patients.search')`.execute(
    here.db,
  );
}

const told = async ({ db }: { readonly db: Kysely<Schema> }) => ({
  audit: await db.selectFrom('audit').selectAll().orderBy('audit_id').execute(),
  consultation: await db.selectFrom('consultation').selectAll().orderBy('consultation_id').execute(),
});

test('design §4 auditor: what the page sets up has each record once, and keeps what is dropped here', async () => {
  await record('2001-02-03T10:00:00Z');
  const [role = '', subscription = '', slots = ''] = page;
  await sql.raw(role).execute(here.db);
  await sql.raw(await readFile('scripts/sql/auditor-copy.sql', 'utf8')).execute(there.db);
  const { hostname, port } = new URL(region.url);
  const connection = `host=${hostname} port=${port} dbname=vouchers user=auditor`;
  await sql.raw(subscription.replace(/connection '[^']*'/, `connection '${connection}'`)).execute(there.db);
  await expect.poll(() => told(there), { timeout: 20_000 }).toEqual(await told(here));

  await record('2001-02-04T10:00:00Z');
  // A month takes over what the rest has of it, and one that is made by then gets a record of its own.
  await sql`select make_record_months(now(), null)`.execute(here.db);
  await record('2001-02-05T10:00:00Z');
  const all = await told(here);
  await expect.poll(() => told(there), { timeout: 20_000 }).toEqual(all);

  for (const table of ['audit', 'consultation'])
    await sql`select drop_record_month(${table}, 24, ${TEST_NOW})`.execute(here.db);
  await here.db.deleteFrom('audit').where('action', '=', 'PURCHASE_MADE').execute();
  await record('2001-02-06T10:00:00Z');
  const young = await told(here);
  expect([young.audit.length, young.consultation.length]).toEqual([1, 1]);
  const kept = {
    audit: [...all.audit, ...young.audit],
    consultation: [...all.consultation, ...young.consultation],
  };
  await expect.poll(() => told(there), { timeout: 20_000 }).toEqual(kept);
  const { rows } = await sql.raw(slots).execute(here.db);
  expect(rows).toMatchObject([{ slot_name: 'region', active: true, wal_status: 'reserved' }]);
});

test('design §4 auditor: the role reads records, and nothing else', async () => {
  const url = new URL(databaseUrl(region.url, 'vouchers'));
  url.username = 'auditor';
  const { db, close } = await open(url.href);
  await sql`select from audit, consultation limit 1`.execute(db);
  for (const statement of [
    'select from patient',
    'select from app_user',
    'delete from audit',
    'select prepare_records()',
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('permission denied');
  await close();
});

test('design §4 auditor: its tables have the columns of ours', async () => {
  const columns = sql<object>`
    select table_name, column_name, data_type, is_nullable from information_schema.columns
    where table_schema = 'public' and table_name in ('audit', 'consultation') order by table_name, ordinal_position`;
  expect((await columns.execute(there.db)).rows).toEqual((await columns.execute(here.db)).rows);
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RIGHTS, SERVER_ROLE } from '#server/database/server-role.ts';
import { type TestServer, startTestServer } from './support/harness.ts';

/** What the role may do with what proves money and accesses, besides reading it. */
const OF_RECORDS: Readonly<Record<string, string>> = {
  amc_order_month: '',
  audit: 'insert',
  consultation: 'insert',
  ledger_entry: 'insert',
  ledger_month: '',
  migration: '',
  month_closing: 'insert',
  monthly_wrong_pins: '',
  paper_sheet: 'insert',
  parties: '',
  purchase: 'insert, update (cancelled_at, status)',
  purchase_item: 'insert',
  receipt_key: '',
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
});
afterAll(() => server.close());

/** The rights of the role by table, as the catalog has them. */
async function readGrants(): Promise<Readonly<Record<string, string>>> {
  const { rows } = await sql<{ name: string; rights: string }>`
    with granted as (
      select oid, lower(privilege_type) as word, null as columns
      from pg_class cross join aclexplode(relacl) where grantee = ${SERVER_ROLE}::regrole
      union all
      select attrelid, lower(privilege_type), ' (' || string_agg(attname, ', ' order by attname) || ')'
      from pg_attribute cross join aclexplode(attacl) where grantee = ${SERVER_ROLE}::regrole group by 1, 2
    )
    select relname as name, coalesce((
      select string_agg(word || coalesce(columns, ''), ', ' order by position(word in 'insert update delete'))
      from granted where granted.oid = pg_class.oid and word <> 'select'
    ), '') as rights
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(server.db);
  return Object.fromEntries(rows.map(({ name, rights }) => [name, rights]));
}

async function columnsOf(table: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select attname as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and attgenerated = ''`.execute(server.db);
  return rows.map(({ name }) => name);
}

/** The statements that change a table, with the right that each needs. */
async function changesOf(table: string) {
  const updates = (await columnsOf(table)).map(
    (column) => [`update ${table} set ${column} = null where false`, 'update', column] as const,
  );
  return [
    ...updates,
    [`delete from ${table} where false`, 'delete', ''] as const,
    [`insert into ${table} select * from ${table} where false`, 'insert', ''] as const,
    [`truncate ${table}`, 'truncate', ''] as const,
    [`alter table ${table} disable trigger all`, 'owner', ''] as const,
  ];
}

function isGranted(rights: string, right: string, column: string): boolean {
  const [, columns] = /update \(([^)]*)\)/.exec(rights) ?? [];
  if (right === 'update' && columns !== undefined) return columns.split(', ').includes(column);
  return rights.includes(right);
}

test('rules §4 role: the catalog grants what it must, and nothing else', async () => {
  const grants = await readGrants();
  expect(grants).toEqual({ ...RIGHTS, migration: '' });
  expect(grants).toMatchObject(OF_RECORDS);
});

test.each(Object.entries({ ...RIGHTS, ...OF_RECORDS }))(
  'rules §4 role: each statement that it must not make on %s is refused, and each other is not',
  async (table, rights) => {
    const refusals: string[] = [];
    const expected: string[] = [];
    for (const [statement, right, column] of await changesOf(table)) {
      if (!isGranted(rights, right, column)) expected.push(statement);
      const said = await sql
        .raw(statement)
        .execute(server.services.db)
        .then(() => 'done', String);
      if (/permission denied|must be owner/.test(said)) refusals.push(statement);
    }
    expect(refusals).toEqual(expected);
  },
);

test('rules §4 role: what adds kept sums is called by nobody but the tables', async () => {
  for (const name of ['add_to_month', 'count_ordered', 'count_wrong_pin'])
    await expect(sql.raw(`select ${name}()`).execute(server.services.db)).rejects.toThrow('trigger functions can only');
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type KyselyPlugin, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { migrate, readUnknownMigrations } from '#server/database/migrate.ts';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { PATIENTS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, startTestServer } from './support/harness.ts';
import { settingsFor } from './support/server-process-fixture.ts';
import { program } from './support/programs.ts';
import { startServerProcess } from '../support/server-process.ts';
import { type DatabaseKind, administer, databaseUrl, makeTestDatabase } from './support/test-database.ts';
import { untilWaiting } from './support/until-waiting.ts';

describeOnEachDatabase('database', (database) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  afterAll(() => server.close());

  test('design §4 one SQL on both: a value has the same type whichever the database', async () => {
    const { rows } =
      await sql`select 1::int4 as int4, 9007199254740991::int8 as int8, array[9007199254740991] as keys, 1.50::numeric as money,
      date '2026-03-29' as day, timestamptz '2026-03-29 02:30:00+01' as instant, true as flag, 39.2::float8 as degrees,
      '{"a": [1]}'::jsonb as json, array[1, 2] as list`.execute(server.db);
    expect(rows).toEqual([
      {
        int4: 1,
        int8: Number.MAX_SAFE_INTEGER,
        keys: [Number.MAX_SAFE_INTEGER],
        money: '1.50',
        day: '2026-03-29',
        instant: new Date('2026-03-29T01:30:00Z'),
        flag: true,
        degrees: 39.2,
        json: { a: [1] },
        list: [1, 2],
      },
    ]);
  });

  test('design §4 one SQL on both: a failed transaction leaves nothing, and the next one works', async () => {
    const failing = server.db.transaction().execute(async (trx) => {
      await trx.insertInto('manufacturer').values({ name: 'Di passaggio' }).execute();
      await trx.insertInto('asl').values({ asl_id: 1, code: 'x', name: 'x' }).execute();
    });
    await expect(failing).rejects.toThrow('asl_pkey');
    const found = server.db.selectFrom('manufacturer').selectAll().where('name', '=', 'Di passaggio');
    expect(await found.execute()).toEqual([]);
  });

  test('design §4 one SQL on both: transactions at once do not meet', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `Produttore ${index}`);
    await Promise.all(
      names.map((name) =>
        server.db.transaction().execute(async (trx) => {
          await trx.insertInto('manufacturer').values({ name }).execute();
          await trx.selectFrom('manufacturer').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
        }),
      ),
    );
    const found = server.db.selectFrom('manufacturer').selectAll().where('name', 'like', 'Produttore %');
    expect(await found.execute()).toHaveLength(names.length);
  });

  test('design §4 migrations: run once, however many start together, tell those of a newer release, and one that has changed', async () => {
    expect(await Promise.all([migrate(server.db), migrate(server.db)])).toEqual([[], []]);
    await sql`insert into migration (name, checksum) values ('9999-later.sql', 'later')`.execute(server.db);
    expect([await migrate(server.db), await readUnknownMigrations(server.db)]).toEqual([[], ['9999-later.sql']]);
    await sql`update migration set checksum = 'other' where name = '0001-initial.sql'`.execute(server.db);
    await expect(migrate(server.db)).rejects.toThrow('0001-initial.sql has changed');
  });
});

interface EmptyDatabase {
  readonly open: OpenDatabase;
  readonly remove: () => Promise<void>;
}

/** A new database without tables. */
async function makeEmptyDatabase(kind: DatabaseKind, name = 'cut_short'): Promise<EmptyDatabase> {
  if (kind === 'pglite') {
    const parent = await mkdtemp(join(tmpdir(), 'voucher-empty-'));
    const open = await openDatabase({ kind, folder: join(parent, 'database') });
    return { open, remove: () => open.close().then(() => rm(parent, { recursive: true })) };
  }
  const serverUrl = inject('postgresUrl');
  await administer(serverUrl, `create database ${name}`);
  const open = await openDatabase({ kind, url: databaseUrl(serverUrl, name), poolSize: 2 });
  return { open, remove: () => open.close().then(() => administer(serverUrl, `drop database ${name}`)) };
}

/** A folder with these migrations by name, which `remove` removes. */
async function makeMigrations(files: Readonly<Record<string, string>>) {
  const path = await mkdtemp(join(tmpdir(), 'voucher-migrations-'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
  return { folder: pathToFileURL(`${path}/`), removeFolder: () => rm(path, { recursive: true }) };
}

describeOnEachDatabase('migrations that are cut', (kind) => {
  test('design §4 migrations: one that fails leaves the whole files before it and nothing of itself, and goes on from there', async () => {
    const { open, remove } = await makeEmptyDatabase(kind);
    const { folder, removeFolder } = await makeMigrations({
      '0001-first.sql': 'create table first (id integer);',
      '0002-second.sql': 'alter table first add column late integer; create table taken (id integer);',
      '0003-third.sql': 'create table third (id integer);',
    });
    await sql.raw('create table taken (other text)').execute(open.db);
    await expect(migrate(open.db, { folder })).rejects.toThrow('taken');
    expect((await sql`select name from migration`.execute(open.db)).rows).toEqual([{ name: '0001-first.sql' }]);
    await expect(sql`select late from first`.execute(open.db)).rejects.toThrow('late');
    await sql.raw('drop table taken').execute(open.db);
    expect(await migrate(open.db, { folder })).toEqual(['0002-second.sql', '0003-third.sql']);
    const { rows: locks } = await sql`
      select from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and datname = current_database()`.execute(open.db);
    expect(locks).toEqual([]);
    await remove();
    await removeFolder();
  });
});

const GROWN = {
  '0001-first.sql': `
    create table grown (grown_id bigint primary key, amount integer, note text);
    create sequence times;
    insert into grown select n, n - 2, null from generate_series(1, 25) n;`,
  '0002-checked.steps.sql': `
    -- Steps are paragraphs; this one has no statement.

    create index concurrently grown_by_amount on grown (amount);

    -- Once, however often the file is cut.
    select nextval('times');

    alter table grown add constraint grown_amount_check check (amount > 0) not valid;

    -- until nothing is left
    update grown set note = 'seen' where grown_id in (
      select grown_id from grown where note is null order by grown_id limit 10);

    alter table grown validate constraint grown_amount_check;

    drop index concurrently grown_by_amount;
  `,
};

/** How the indexes of a table are called, and whether they may be used. */
async function indexesOf(db: OpenDatabase['db'], table: string) {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select indexrelid::regclass::text as name, indisvalid as valid from pg_index
    where indrelid = ${table}::regclass order by 1`.execute(db);
  return rows;
}

describeOnEachDatabase('migrations step by step', (kind) => {
  test('design §4 migrations: steps run outside of a transaction, and go on at the one that failed', async () => {
    const { open, remove } = await makeEmptyDatabase(kind);
    const { folder, removeFolder } = await makeMigrations(GROWN);
    await expect(migrate(open.db, { folder })).rejects.toThrow('grown_amount_check');
    expect(await indexesOf(open.db, 'grown')).toContainEqual({ name: 'grown_by_amount', valid: true });
    await expect(migrate(open.db, { folder })).rejects.toThrow('grown_amount_check');
    await sql`delete from grown where amount < 1`.execute(open.db);
    expect(await migrate(open.db, { folder })).toEqual(['0002-checked.steps.sql']);
    expect(await migrate(open.db, { folder })).toEqual([]);
    const { rows } =
      await sql`select last_value::int as times, (select count(*)::int from grown where note = 'seen') as seen,
      (select convalidated from pg_constraint where conname = 'grown_amount_check') as checked from times`.execute(
        open.db,
      );
    expect(rows).toEqual([{ times: 1, seen: 23, checked: true }]);
    expect(await indexesOf(open.db, 'grown')).toEqual([{ name: 'grown_pkey', valid: true }]);
    await remove();
    await removeFolder();
  });

  test('design §4 migrations: a file that has run in part is not edited either', async () => {
    const { open, remove } = await makeEmptyDatabase(kind);
    const { folder, removeFolder } = await makeMigrations(GROWN);
    await expect(migrate(open.db, { folder })).rejects.toThrow('grown_amount_check');
    const edited = await makeMigrations({ ...GROWN, '0002-checked.steps.sql': 'select 1;' });
    await expect(migrate(open.db, { folder: edited.folder })).rejects.toThrow('0002-checked.steps.sql has changed');
    await remove();
    await removeFolder();
    await edited.removeFolder();
  });

  test('design §4 migrations: an index that an interruption has left useless is built again', async () => {
    const { open, remove } = await makeEmptyDatabase(kind);
    const { folder, removeFolder } = await makeMigrations({
      '0001-first.sql': 'create table grown (note text); insert into grown values (1), (1);',
      '0002-index.steps.sql': 'create unique index concurrently grown_by_note on grown (note);',
    });
    await expect(migrate(open.db, { folder })).rejects.toThrow('grown_by_note');
    expect(await indexesOf(open.db, 'grown')).toEqual([{ name: 'grown_by_note', valid: false }]);
    await sql`delete from grown`.execute(open.db);
    expect(await migrate(open.db, { folder })).toEqual(['0002-index.steps.sql']);
    expect(await indexesOf(open.db, 'grown')).toEqual([{ name: 'grown_by_note', valid: true }]);
    await remove();
    await removeFolder();
  });

  test('design §4 migrations: an index of a partitioned table is built on each partition, and attached', async () => {
    const { open, remove } = await makeEmptyDatabase(kind);
    const { folder, removeFolder } = await makeMigrations({
      '0001-first.sql': `
        create table seen (at date not null, who bigint) partition by range (at);
        create table seen_2026_01 partition of seen for values from ('2026-01-01') to ('2026-02-01');
        create table seen_2026_02 partition of seen for values from ('2026-02-01') to ('2026-03-01');
        insert into seen values ('2026-01-07', 1), ('2026-02-07', 1), ('2026-02-08', 2);`,
      '0002-index.steps.sql': 'create index concurrently seen_by_who on seen (who) where who > 0;',
    });
    await migrate(open.db, { folder });
    expect(await indexesOf(open.db, 'seen')).toEqual([{ name: 'seen_by_who', valid: true }]);
    expect(await indexesOf(open.db, 'seen_2026_02')).toEqual([{ name: 'seen_2026_02_seen_by_who', valid: true }]);
    await sql`create table seen_2026_03 partition of seen for values from ('2026-03-01') to ('2026-04-01')`.execute(
      open.db,
    );
    expect(await indexesOf(open.db, 'seen_2026_03')).toHaveLength(1);
    await remove();
    await removeFolder();
  });
});

test('design §4 migrations: a process that is killed while it builds an index blocks nobody, and the next one builds it', async () => {
  const { open, remove } = await makeEmptyDatabase('postgres', 'killed_index');
  const { folder, removeFolder } = await makeMigrations({
    '0001-index.steps.sql': 'create index concurrently grown_by_amount on grown (amount);',
  });
  const url = databaseUrl(inject('postgresUrl'), 'killed_index');
  const other = await openDatabase({ kind: 'postgres', url, poolSize: 3 });
  await sql`create table grown (amount integer)`.execute(open.db);
  // An index is complete when all transactions have ended that do not know it yet.
  const older = await other.db.startTransaction().execute();
  await sql`insert into grown values (1)`.execute(older);
  const cut = expect(migrate(open.db, { folder })).rejects.toThrow(/terminat/i);
  await untilWaiting(other.db);
  await sql`insert into grown values (2)`.execute(other.db);
  await sql`select pg_terminate_backend(pid) from pg_stat_progress_create_index`.execute(other.db);
  await cut;
  await older.commit().execute();
  expect(await indexesOf(other.db, 'grown')).toEqual([{ name: 'grown_by_amount', valid: false }]);
  expect(await migrate(other.db, { folder })).toEqual(['0001-index.steps.sql']);
  expect(await indexesOf(other.db, 'grown')).toEqual([{ name: 'grown_by_amount', valid: true }]);
  await other.close();
  await remove();
  await removeFolder();
});

/** Makes a database report this version. */
function ofVersion(version: string): KyselyPlugin {
  return {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) =>
      Promise.resolve({ ...result, rows: result.rows.map((row) => ('version' in row ? { ...row, version } : row)) }),
  };
}

test('design §4 migrations: a PostgreSQL that is too old is refused before anything is applied', async () => {
  const { open, remove } = await makeEmptyDatabase('postgres', 'too_old');
  const refusal = 'PostgreSQL 15 or newer is needed, and this is 14.';
  await expect(migrate(open.db.withPlugin(ofVersion('140022')))).rejects.toThrow(refusal);
  const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(open.db);
  expect(rows).toEqual([]);
  await remove();
});

const LATIN = `template template0 encoding 'LATIN1' locale 'C'`;

/** How a database is made and changed, and all that the start says of it. */
const UNFIT = [
  [
    'an encoding that knows no letters',
    `template template0 encoding 'SQL_ASCII' locale 'C'`,
    [],
    [`this database has SQL_ASCII. It cannot be changed: create database … template template0 encoding 'UTF8'`],
  ],
  ['an encoding of few letters', LATIN, [], ['has LATIN1']],
  [
    'triggers that do not run, and no place for tables',
    '',
    ['alter database unfit set session_replication_role = replica', 'drop schema public'],
    [
      "session_replication_role must be 'origin', and is 'replica': alter database",
      'The schema public is missing: create schema public',
    ],
  ],
] as const;

async function makeUnfit(made: string, changes: readonly string[]): Promise<string> {
  const serverUrl = inject('postgresUrl');
  await administer(serverUrl, `create database unfit ${made}`);
  const url = databaseUrl(serverUrl, 'unfit');
  for (const change of changes) await administer(url, change);
  return url;
}

const removeUnfit = () => administer(inject('postgresUrl'), 'drop database unfit with (force)');

test.each(UNFIT)('design §4 start: a database with %s is refused, with remedies', async (_, made, changes, said) => {
  const open = await openDatabase({ kind: 'postgres', url: await makeUnfit(made, changes), poolSize: 1 });
  const refusal = await migrate(open.db).catch(String);
  for (const problem of said) expect(refusal).toContain(problem);
  const { rows } =
    await sql`select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`.execute(open.db);
  expect(rows).toEqual([]);
  await open.close();
  await removeUnfit();
});

test('design §4 start: the process says what is wrong with the database, and ends', { tags: ['full'] }, async () => {
  const location = { kind: 'postgres', url: await makeUnfit(LATIN, []), poolSize: 1 } as const;
  const { settings } = await settingsFor({ location, remove: removeUnfit }, {});
  const started = startServerProcess([program('server')], settings);
  await expect(started).rejects.toThrow(/did not start[^]*this database has LATIN1[^]*Nothing is changed/);
  await removeUnfit();
});

test('design §4 migrations: one whose table is locked waits a moment, tries again, then says what is in the way and leaves nothing', async () => {
  const { location, remove } = await makeTestDatabase('postgres');
  const open = await openDatabase(location);
  const { folder, removeFolder } = await makeMigrations({
    '0002-late.sql': 'create index tx_command_late on tx_command (created_at);',
  });
  const said: string[] = [];
  const options = { folder, waits: { lockMs: 20, tries: 3, pauseMs: 1 }, onWait: (line: string) => said.push(line) };
  const holder = await open.db.startTransaction().execute();
  await sql`lock table tx_command`.execute(holder);
  const refusal =
    '0002-late.sql has not run: in 3 tries of 0.02 s a long statement, such as a backup, kept one of its tables locked.';
  await expect(migrate(open.db, options)).rejects.toThrow(refusal);
  expect(said).toEqual(
    [1, 2].map((attempt) => `0002-late.sql waits: another statement holds one of its tables (try ${attempt} of 3)`),
  );
  const { rows } = await sql`select from migration where name = '0002-late.sql'`.execute(open.db);
  expect(rows).toEqual([]);
  const { rows: locks } = await sql`
    select from pg_locks join pg_database on pg_database.oid = database
    where locktype = 'advisory' and datname = current_database()`.execute(open.db);
  expect(locks).toEqual([]);

  const free = () => holder.rollback().execute();
  const patient = { ...options, waits: { lockMs: 20, tries: 1000, pauseMs: 1 }, onWait: () => void free() };
  expect(await migrate(open.db, patient)).toEqual(['0002-late.sql']);
  await removeFolder();
  await open.close();
  await remove();
});

test(
  'design §4 migrations: a process that is older than the database says so, and serves',
  { tags: ['full'] },
  async () => {
    const database = await makeTestDatabase('postgres');
    const { db, close } = await openDatabase(database.location);
    await sql`insert into migration (name, checksum) values ('9999-later.sql', 'later')`.execute(db);
    await close();
    const { settings } = await settingsFor(database, {});
    const server = await startServerProcess([program('server')], settings);
    expect(server.said()).toContain(
      '"migrations":["9999-later.sql"],"msg":"the database has migrations of a newer release"',
    );
    await server.end();
    await database.remove();
  },
);

test('design §4 migrations: of processes that start together on an empty PostgreSQL one runs them all', async () => {
  const serverUrl = inject('postgresUrl');
  const name = 'started_together';
  await administer(serverUrl, `create database ${name}`);
  const url = databaseUrl(serverUrl, name);
  const open = () => openDatabase({ kind: 'postgres', url, poolSize: 1 });
  const processes = await Promise.all(Array.from({ length: 4 }, open));
  const ran = await Promise.all(processes.map(({ db }) => migrate(db)));
  expect(ran.filter((names) => names.length > 0)).toHaveLength(1);
  expect(ran.flat()[0]).toBe('0001-initial.sql');
  await Promise.all(processes.map(({ close }) => close()));
  await administer(serverUrl, `drop database ${name}`);
});

test(
  'design §4 embedded database: belongs to one process at a time and keeps what was written',
  { tags: ['full'] },
  async () => {
    const { location, remove } = await makeTestDatabase('pglite');
    const first = await openDatabase(location);
    await expect(openDatabase(location)).rejects.toThrow('in use by another process');
    await first.db.updateTable('patient').set({ last_name: 'Cambiato' }).where('patient_id', '=', 1).execute();
    await first.close();
    const second = await openDatabase(location);
    const patient = second.db.selectFrom('patient').select('last_name').where('patient_id', '=', PATIENTS.withPin.id);
    expect(await patient.executeTakeFirst()).toEqual({ last_name: 'Cambiato' });
    await second.close();
    await remove();
  },
);

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { LOCKS } from './advisory-locks.ts';
import { runStep, stepsOf } from './migration-steps.ts';
import { type DatabaseLocation, openDatabase, type OpenDatabase } from './open-database.ts';
import { PINNED_SETTINGS } from './pool.ts';
import type { Schema } from './schema.ts';
import { codeOf, isLockConflict, SQLSTATES } from './sqlstates.ts';

/** The oldest major version of PostgreSQL that understands the migrations (`nulls not distinct`). */
const OLDEST = 15;

/**
 * What a connection must have. The pinned settings are others only behind a pooler that does not keep them. The last one
 * may be set by a superuser alone; without the triggers of the `origin` the ledger would lose its rules.
 */
const SETTINGS: Readonly<Record<string, string>> = { ...PINNED_SETTINGS, session_replication_role: 'origin' };

interface DatabaseFacts {
  readonly version: string;
  readonly encoding: string;
  readonly schema: string | null;
  readonly has_plpgsql: boolean;
}

function findProblems({ version, encoding, schema, has_plpgsql: hasLanguage }: DatabaseFacts): string[] {
  const major = Math.floor(Number(version) / 10_000);
  return [
    ...(major < OLDEST ? [`PostgreSQL ${OLDEST} or newer is needed, and this is ${major}.`] : []),
    ...(encoding === 'UTF8'
      ? []
      : [
          `The encoding UTF8 is needed, and this database has ${encoding}. It cannot be changed: ` +
            `create database … template template0 encoding 'UTF8' locale 'C'`,
        ]),
    ...(schema === null ? ['The schema public is missing: create schema public'] : []),
    ...(hasLanguage ? [] : ['The language plpgsql is missing: create extension plpgsql']),
  ];
}

async function findWrongSettings(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any(${Object.keys(SETTINGS)})`.execute(db);
  return rows.flatMap(({ name, setting }) => {
    const needed = SETTINGS[name] ?? '';
    const problem = `${name} must be '${needed}', and is '${setting}': alter database … (or role …) set ${name} = '${needed}'`;
    return setting === needed ? [] : [problem];
  });
}

/** Asked by using it: a list of all time zones would take some tenths of a second. */
async function findTimeZoneProblem(db: Kysely<Schema>): Promise<string[]> {
  try {
    await sql`select now() at time zone 'Europe/Rome'`.execute(db);
    return [];
  } catch (error) {
    if (codeOf(error) !== SQLSTATES.invalidParameterValue) throw error;
    return ['The time zone Europe/Rome is unknown: install the data of time zones (tzdata).'];
  }
}

/**
 * Refuses a database on which the server would work wrongly, or stop in the middle of the migrations. Its locale does not
 * matter: names are compared by `fold_text`.
 * @throws Error that names all that is wrong, and what to do
 */
async function requireFittingDatabase(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding,
      current_schema() as schema, exists (select from pg_language where lanname = 'plpgsql') as has_plpgsql`.execute(
    db,
  );
  const problems = [
    ...rows.flatMap(findProblems),
    ...(await findWrongSettings(db)),
    ...(await findTimeZoneProblem(db)),
  ];
  if (problems.length > 0) throw new Error([...problems, 'Nothing is changed.'].join('\n'));
}

const FOLDER = new URL('./migrations/', import.meta.url);

/** The time in ms between two checks whether another process has finished its migrations. */
const REPEAT_MS = 200;

/** How a migration waits for the locks of its tables. Its wait is short, because all calls of these tables wait behind it. */
interface LockWaits {
  readonly lockMs: number;
  readonly tries: number;
  readonly pauseMs: number;
}

const LOCK_WAITS: LockWaits = { lockMs: 5000, tries: 6, pauseMs: 10_000 };

interface MigrateOptions {
  readonly waits?: LockWaits;
  /** Called with a line to print before each pause. */
  readonly onWait?: (line: string) => void;
  /** The folder of the files, by default that of the release. */
  readonly folder?: URL;
}

/** How the name of a file ends that runs step by step, outside of a transaction. */
const STEPS = '.steps.sql';

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, folder), 'utf8')).replaceAll('\r\n', '\n');
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Whether the connection's role may create and alter tables. The owner may, the server's role may not. */
async function isOwner(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege(current_schema(), 'create') as may`.execute(db);
  return rows[0]?.may === true;
}

async function hasRun(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('migration') is not null as has`.execute(db);
  return rows[0]?.has === true;
}

interface Applied {
  readonly name: string;
  readonly checksum: string;
  /** How many steps of a file are done that an interruption has cut; null for a whole file. */
  readonly steps: number | null;
}

async function readApplied(db: Kysely<Schema>): Promise<Map<string, Applied>> {
  if (!(await hasRun(db))) return new Map();
  // A database of before the files became one lacks the column.
  const { rows } = await sql<Applied>`
    select name, checksum, to_jsonb(migration) -> 'steps' as steps from migration`.execute(db);
  return new Map(rows.map((row) => [row.name, row]));
}

/** The migrations of the database that this release does not have, because a newer one ran them. */
export async function readUnknownMigrations(db: Kysely<Schema>): Promise<string[]> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  return [...(await readApplied(db)).keys()].filter((name) => !known.has(name)).sort();
}

/**
 * The migrations of this release that the database has not run, or not to their end.
 * @throws Error when a file has changed since it ran
 */
async function findPending(db: Kysely<Schema>, folder?: URL): Promise<Migration[]> {
  const [migrations, applied] = [await readMigrations(folder), await readApplied(db)];
  const changed = migrations.find(({ name, checksum }) => (applied.get(name)?.checksum ?? checksum) !== checksum);
  if (changed !== undefined) throw new Error(`Migration ${changed.name} has changed since this database ran it.`);
  return migrations.filter(({ name }) => applied.get(name)?.steps !== null);
}

/** Runs work in a transaction that waits a short time for a lock. */
async function inTransaction(
  db: Kysely<Schema>,
  lockMs: number,
  work: (trx: Kysely<Schema>) => Promise<unknown>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql.raw(`set local lock_timeout = ${lockMs}`).execute(trx);
    await work(trx);
  });
}

/** Writes how many steps of a file are done; null for the whole file. */
function record(db: Kysely<Schema>, { name, checksum }: Migration, steps: number | null): Promise<unknown> {
  return sql`insert into migration (name, checksum, steps) values (${name}, ${checksum}, ${steps})
    on conflict (name) do update set steps = excluded.steps, applied_at = now()`.execute(db);
}

async function run(db: Kysely<Schema>, migration: Migration, lockMs: number): Promise<void> {
  const short = (work: (trx: Kysely<Schema>) => Promise<unknown>) => inTransaction(db, lockMs, work);
  if (!migration.name.endsWith(STEPS)) {
    await short(async (trx) => {
      await sql.raw(migration.text).execute(trx);
      await record(trx, migration, null);
    });
    return;
  }
  const steps = stepsOf(migration.text);
  const done = (await readApplied(db)).get(migration.name)?.steps ?? 0;
  for (const [index, step] of steps.entries())
    if (index >= done) await runStep(db, step, short, (trx) => record(trx, migration, index + 1));
  await record(db, migration, null);
}

/** Runs a file, and runs it again from its beginning, or its present step, when another statement holds one of its tables. */
async function runWhenFree(db: Kysely<Schema>, migration: Migration, options: MigrateOptions): Promise<void> {
  const { waits: { lockMs, tries, pauseMs } = LOCK_WAITS, onWait } = options;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run(db, migration, lockMs);
      return;
    } catch (error) {
      if (!isLockConflict(error)) throw error;
      if (attempt === tries) {
        const problem =
          `${migration.name} has not run: in ${tries} tries of ${lockMs / 1000} s a long statement, ` +
          'such as a backup, kept one of its tables locked. ' +
          `${migration.name.endsWith(STEPS) ? 'What is done of it stays' : 'Nothing of this file is applied'}. ` +
          'Run it again when that statement has ended.';
        throw new Error(problem, { cause: error });
      }
      onWait?.(`${migration.name} waits: another statement holds one of its tables (try ${attempt} of ${tries})`);
      await delay(pauseMs);
    }
  }
}

async function runPending(db: Kysely<Schema>, options: MigrateOptions): Promise<string[]> {
  const pending = await findPending(db, options.folder);
  const [first] = pending;
  if (first !== undefined && !(await isOwner(db)))
    throw new Error(`${first.name} has not run: npm run migrate, as the owner of the tables.`);
  await sql`create table if not exists migration (
    name text collate "C" primary key, checksum text collate "C" not null,
    applied_at timestamptz not null default now(), steps integer
  )`.execute(db);
  for (const migration of pending) await runWhenFree(db, migration, options);
  return pending.map(({ name }) => name);
}

/** Polls for the lock: a waiting statement would run into the time limits of statements. */
async function lock(connection: Kysely<Schema>): Promise<void> {
  const take = sql<{ held: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCKS.migrations)}) as held`;
  while ((await take.execute(connection)).rows[0]?.held !== true) await delay(REPEAT_MS);
}

/**
 * Runs the files of migrations/ that have not run yet, by name: each in its own transaction, or step by step where its name
 * says so. An interruption leaves complete files and steps, and the next run goes on from there. Several processes may start at once: a session lock lets one of them work at a time.
 * @returns the names of the files that ran
 * @throws Error for a database that does not fit, when a file has changed since it ran, when this role may not run the
 * pending files, or when another statement holds a table for too long
 */
export async function migrate(db: Kysely<Schema>, options: MigrateOptions = {}): Promise<string[]> {
  await requireFittingDatabase(db);
  // No lock when there is nothing to do: behind a pooler, the lock could stay with another client's connection.
  if ((await findPending(db, options.folder)).length === 0) return [];
  return db.connection().execute(async (connection) => {
    await lock(connection);
    // A change of a large table takes longer than the usual limit, and an index waits for transactions without being in
    // anybody's way.
    await sql.raw('set statement_timeout = 0; set lock_timeout = 0').execute(connection);
    try {
      return await runPending(connection, options);
    } finally {
      const end = `select pg_advisory_unlock(${LOCKS.migrations}); reset statement_timeout; reset lock_timeout`;
      // A broken connection has released the lock already.
      await sql
        .raw(end)
        .execute(connection)
        .catch(() => undefined);
    }
  });
}

/** The province in the VAT numbers of demonstration companies. No tax office has it, so no real company does. */
export const DEMO_PROVINCE = '130';

/**
 * Checks that a production database holds no demonstration data (rules §8). Otherwise strangers would have accounts,
 * and the PINs are public.
 * @throws Error when the database holds a demonstration company
 */
export async function refuseDemoData(db: Kysely<Schema>): Promise<void> {
  const isOfDemo = sql<boolean>`substr(vat, 8, 3) = ${DEMO_PROVINCE}`;
  const found = await db.selectFrom('business').select('vat').where(isOfDemo).limit(1).executeTakeFirst();
  if (found === undefined) return;
  throw new Error('This database holds demonstration data, which NODE_ENV=production refuses: use an empty one.');
}

/**
 * Opens a database for a command that makes no tables.
 * @throws Error that says what to run first when there is no database, or when it lacks tables of this release
 */
export async function openExistingDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  if (location.kind === 'pglite' && !existsSync(location.folder)) {
    throw new Error(
      `There is no database in ${location.folder}. Run npm run migrate or npm start first: they make one.`,
    );
  }
  const open = await openDatabase(location);
  try {
    const [first] = await findPending(open.db);
    if (first === undefined) return open;
    const remedy = location.kind === 'pglite' ? 'npm run migrate' : 'npm run migrate, as the owner of the tables';
    throw new Error(`The database lacks tables of this release (${first.name} has not run). Run ${remedy} first.`);
  } catch (error) {
    await open.close();
    throw error;
  }
}

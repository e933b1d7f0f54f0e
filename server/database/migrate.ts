import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { LOCKS } from './locks.ts';
import { requireFittingDatabase } from './require-fitting-database.ts';
import type { Schema } from './schema.ts';
import { isLockConflict } from './sqlstates.ts';

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
}

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = (await readFile(new URL(name, FOLDER), 'utf8')).replaceAll('\r\n', '\n');
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

async function readApplied(db: Kysely<Schema>): Promise<Map<string, string>> {
  if (!(await hasRun(db))) return new Map();
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migration`.execute(db);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** The migrations of the database that this release does not have, because a newer one ran them. */
export async function readUnknownMigrations(db: Kysely<Schema>): Promise<string[]> {
  const known = new Set((await readMigrations()).map(({ name }) => name));
  return [...(await readApplied(db)).keys()].filter((name) => !known.has(name)).sort();
}

/**
 * The migrations of this release that the database has not run.
 * @throws Error when a file has changed since it ran
 */
export async function findPending(db: Kysely<Schema>): Promise<Migration[]> {
  const [migrations, applied] = [await readMigrations(), await readApplied(db)];
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed !== undefined) throw new Error(`Migration ${changed.name} has changed since this database ran it.`);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function run(db: Kysely<Schema>, { name, text, checksum }: Migration, lockMs: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql.raw(`set local lock_timeout = ${lockMs}`).execute(trx);
    await sql`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`.execute(trx);
    await sql.raw(text).execute(trx);
    await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(trx);
  });
}

/** Runs a file, and runs it again from its beginning when another statement holds one of its tables. */
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
          'such as a backup, kept one of its tables locked. Nothing of this file is applied. ' +
          'Run it again when that statement has ended.';
        throw new Error(problem, { cause: error });
      }
      onWait?.(`${migration.name} waits: another statement holds one of its tables (try ${attempt} of ${tries})`);
      await delay(pauseMs);
    }
  }
}

async function runPending(db: Kysely<Schema>, options: MigrateOptions): Promise<string[]> {
  const pending = await findPending(db);
  const [first] = pending;
  if (first !== undefined && !(await isOwner(db)))
    throw new Error(`${first.name} has not run: npm run migrate, as the owner of the tables.`);
  for (const migration of pending) await runWhenFree(db, migration, options);
  return pending.map(({ name }) => name);
}

/** Polls for the lock: a waiting statement would run into the time limits of statements. */
async function lock(connection: Kysely<Schema>): Promise<void> {
  const take = sql<{ held: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCKS.migrations)}) as held`;
  while ((await take.execute(connection)).rows[0]?.held !== true) await delay(REPEAT_MS);
}

/**
 * Runs the files of migrations/ that have not run yet, by name, each in its own transaction. An interruption leaves
 * only complete files. Several processes may start at once: a session lock lets one of them work at a time.
 * @returns the names of the files that ran
 * @throws Error for a database that does not fit, when a file has changed since it ran, when this role may not run the
 * pending files, or when another statement holds a table for too long
 */
export async function migrate(db: Kysely<Schema>, options: MigrateOptions = {}): Promise<string[]> {
  await requireFittingDatabase(db);
  // No lock when there is nothing to do: behind a pooler, the lock could stay with another client's connection.
  if ((await findPending(db)).length === 0) return [];
  return db.connection().execute(async (connection) => {
    await lock(connection);
    // A change of a large table takes longer than the usual limit.
    await sql.raw('set statement_timeout = 0').execute(connection);
    try {
      return await runPending(connection, options);
    } finally {
      const end = `select pg_advisory_unlock(${LOCKS.migrations}); reset statement_timeout`;
      // A broken connection has released the lock already.
      await sql
        .raw(end)
        .execute(connection)
        .catch(() => undefined);
    }
  });
}

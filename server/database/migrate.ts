import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { LOCKS } from './locks.ts';
import type { Schema } from './schema.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** The time in ms between two checks whether another process has finished its migrations. */
const REPEAT_MS = 200;

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

async function findPending(db: Kysely<Schema>): Promise<Migration[]> {
  const [migrations, applied] = [await readMigrations(), await readApplied(db)];
  const changed = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (changed !== undefined) throw new Error(`Migration ${changed.name} has changed since this database ran it.`);
  return migrations.filter(({ name }) => !applied.has(name));
}

async function run(db: Kysely<Schema>, { name, text, checksum }: Migration): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`.execute(trx);
    await sql.raw(text).execute(trx);
    await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(trx);
  });
}

async function runPending(db: Kysely<Schema>): Promise<string[]> {
  const pending = await findPending(db);
  const [first] = pending;
  if (first !== undefined && !(await isOwner(db)))
    throw new Error(`${first.name} has not run: npm run migrate, as the owner of the tables.`);
  for (const migration of pending) await run(db, migration);
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
 * @throws Error when a file has changed since it ran, or when this role may not run the pending files
 */
export async function migrate(db: Kysely<Schema>): Promise<string[]> {
  // No lock when there is nothing to do: behind a pooler, the lock could stay with another client's connection.
  if ((await findPending(db)).length === 0) return [];
  return db.connection().execute(async (connection) => {
    await lock(connection);
    // A change of a large table takes longer than the usual limits.
    await sql.raw('set statement_timeout = 0; set lock_timeout = 0').execute(connection);
    try {
      return await runPending(connection);
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

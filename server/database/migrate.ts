import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { LOCKS } from './locks.ts';
import type { Schema } from './schema.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** How long to wait, in ms, before looking again whether the migrations of another process have ended. */
const LOOK_AGAIN_MS = 200;

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

/** Whether this connection's role may make and change tables, as their owner may and the server's role may not. */
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

/** Those that have not run yet. */
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

/** Waits for the lock without a statement that waits: such a one would meet the time limits of statements. */
async function lock(connection: Kysely<Schema>): Promise<void> {
  const take = sql<{ held: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCKS.migrations)}) as held`;
  while ((await take.execute(connection)).rows[0]?.held !== true) await delay(LOOK_AGAIN_MS);
}

/**
 * Brings the database to the newest version: runs the files of migrations/ that have not run yet, in the order of
 * their names, each in a transaction of its own: one that is cut leaves whole files. Several processes may start at once,
 * for a lock of the connection lets one at a time through, and goes with it.
 * @returns the names of those that ran
 * @throws Error when a file has changed since it ran, or one has not run and this role may not run it
 */
export async function migrate(db: Kysely<Schema>): Promise<string[]> {
  // Where nothing is to be done nothing is locked: behind a pooler a lock might stay with a connection of somebody else.
  if ((await findPending(db)).length === 0) return [];
  return db.connection().execute(async (connection) => {
    await lock(connection);
    // A change of a large table takes its time.
    await sql.raw('set statement_timeout = 0; set lock_timeout = 0').execute(connection);
    try {
      return await runPending(connection);
    } finally {
      const end = `select pg_advisory_unlock(${LOCKS.migrations}); reset statement_timeout; reset lock_timeout`;
      // A connection that was cut has given the lock back.
      await sql
        .raw(end)
        .execute(connection)
        .catch(() => undefined);
    }
  });
}

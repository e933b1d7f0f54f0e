import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { type Kysely, type Transaction, sql } from 'kysely';
import type { Schema } from './schema.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/** Names the advisory lock under which migrations run; any number that no other lock of ours has. */
const LOCK = 725_001;

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
async function isOwner(trx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege(current_schema(), 'create') as may`.execute(trx);
  return rows[0]?.may === true;
}

async function hasRun(trx: Transaction<Schema>): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select to_regclass('migration') is not null as has`.execute(trx);
  return rows[0]?.has === true;
}

async function readApplied(trx: Transaction<Schema>): Promise<Map<string, string>> {
  if (await isOwner(trx))
    await sql`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now()
    )`.execute(trx);
  else if (!(await hasRun(trx))) return new Map();
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migration`.execute(trx);
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/**
 * Brings the database to the newest version: runs the files of migrations/ that have not run yet, in the order of
 * their names, in one transaction under a lock, so that several processes may start at once.
 * @returns the names of those that ran
 * @throws Error when a file has changed since it ran, or one has not run and this role may not run it
 */
export async function migrate(db: Kysely<Schema>): Promise<string[]> {
  const migrations = await readMigrations();
  return db.transaction().execute(async (trx) => {
    // A change of a large table takes its time, and so does the wait for another process that makes it.
    await sql`set local statement_timeout = 0`.execute(trx);
    await sql`set local lock_timeout = 0`.execute(trx);
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(trx);
    const applied = await readApplied(trx);
    const ran: string[] = [];
    for (const { name, text, checksum } of migrations) {
      const before = applied.get(name);
      if (before === checksum) continue;
      if (before !== undefined) throw new Error(`Migration ${name} has changed since this database ran it.`);
      if (!(await isOwner(trx))) throw new Error(`${name} has not run: npm run migrate, as the owner of the tables.`);
      await sql.raw(text).execute(trx);
      await sql`insert into migration (name, checksum) values (${name}, ${checksum})`.execute(trx);
      ran.push(name);
    }
    return ran;
  });
}

import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { createPgConfig } from '@electric-sql/pglite/node-postgres';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { keepBackup } from './backup.ts';
import { confirmedPool } from './confirmed-pool.ts';
import { lockFolder } from './folder-lock.ts';
import type { Schema } from './schema.ts';

/** For how long PostgreSQL lets our connections do something, in milliseconds. */
interface TimeLimits {
  readonly statement: number;
  /** The wait for a lock that somebody else holds. */
  readonly lock: number;
  /** A transaction that is open while nothing is asked in it. */
  readonly idleTransaction: number;
}

/** Where the data live: an embedded database in a folder of its own, or a PostgreSQL server, without limits unless told. */
export type DatabaseLocation =
  | { readonly kind: 'pglite'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number; readonly limits?: TimeLimits };

/** How many connections there are, and how many wait for one. */
export type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface OpenDatabase {
  readonly db: Kysely<Schema>;
  /** The connections to PostgreSQL; an embedded database has none. */
  readonly pool?: Pool;
  /** Waits for the connections in use, then closes. */
  readonly close: () => Promise<void>;
  /** Writes a backup of an embedded database and tells its file; PostgreSQL has tools of its own. */
  readonly backup?: () => Promise<string>;
}

/** Longest wait for a connection, in milliseconds: a request that waits longer fails instead of hanging. */
const CONNECTION_TIMEOUT = 30_000;

/** Dates stay `YYYY-MM-DD`: as JavaScript dates they would shift with the zone (rules §1). */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, String);

function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ ...config, types, connectionTimeoutMillis: CONNECTION_TIMEOUT });
  // A connection that breaks while idle is replaced by the pool; the next query reports what matters.
  pool.on('error', () => undefined);
  // The pool does not listen to a connection that is in use, and an error that nobody hears ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Why a connection failed; of one that tried several addresses only the code tells. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

type PostgresLocation = Extract<DatabaseLocation, { kind: 'postgres' }>;

async function openPostgres({ url, poolSize, limits }: PostgresLocation): Promise<OpenDatabase> {
  const pool = openPool({
    connectionString: url,
    max: poolSize,
    // A database whose machine is gone without a word is missed while an answer is waited for.
    keepAlive: true,
    ...(limits && {
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      idle_in_transaction_session_timeout: limits.idleTransaction,
    }),
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: confirmedPool(pool, limits?.statement) }) });
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new Error(`PostgreSQL cannot be reached: ${reasonOf(error)}`, { cause: error });
  }
  return {
    db,
    pool,
    close: () => db.destroy().then(() => (pool.ended ? undefined : pool.end())),
  };
}

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  await mkdir(dirname(folder), { recursive: true });
  const unlock = await lockFolder(`${folder}.lock`);
  try {
    const embedded = await PGlite.create(folder);
    // The embedded database is one session, so its pool has one connection, which stays.
    const pool = openPool(Object.assign(createPgConfig(embedded), { max: 1, idleTimeoutMillis: 0 }));
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
    return {
      db,
      backup: () =>
        // The one connection is held, so nothing is under way while the files are read.
        db.connection().execute(async (connection) => {
          await sql`checkpoint`.execute(connection);
          return keepBackup(folder, await embedded.dumpDataDir('gzip'));
        }),
      close: async () => {
        await db.destroy();
        if (!pool.ended) await pool.end();
        await embedded.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * Opens the database through node-postgres, whichever it is, so that both give the same types: numeric and int8 as
 * text, date as `YYYY-MM-DD`, timestamptz as Date.
 * @throws FolderInUseError when another process holds the embedded database
 */
export function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.kind === 'pglite' ? openEmbedded(location.folder) : openPostgres(location);
}

import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { openFolder } from './data-folder.ts';
import { confirmedPool, fairPool, isDatabaseUnavailable, pinSettings } from './pool.ts';
import type { Schema } from './schema.ts';
import { codeOf } from './sqlstates.ts';

/** Time limits in ms that PostgreSQL applies to our connections. */
interface TimeLimits {
  readonly statement: number;
  /** The wait for a lock of another transaction. */
  readonly lock: number;
  /** The idle time of an open transaction. */
  readonly idleTransaction: number;
}

/**
 * The location of the data: the folder of an embedded database, or a PostgreSQL server, by default without time limits.
 */
export type DatabaseLocation =
  | { readonly kind: 'pglite'; readonly folder: string }
  | {
      readonly kind: 'postgres';
      readonly url: string;
      readonly poolSize: number;
      readonly limits?: TimeLimits;
    };

/** The number of connections, and of requests that wait for one. */
export type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface OpenDatabase {
  readonly db: Kysely<Schema>;
  /** The connections to PostgreSQL; absent for an embedded database. */
  readonly pool?: Pool;
  /** Waits for the connections in use, then closes them. */
  readonly close: () => Promise<void>;
}

/** How long a connection may be silent before the operating system checks the other end. */
const KEEP_ALIVE_MS = 10_000;

/** The maximum wait for a new connection. */
const CONNECTION_TIMEOUT_MS = 10_000;

/** The numbers of the types in the catalog; node-postgres names none of lists. */
const [INT8_ARRAY, INT4_ARRAY] = [1016, 1007];

/**
 * Dates stay `YYYY-MM-DD` texts: JavaScript dates would shift with the time zone (rules §1). Keys and counts are numbers:
 * they stay below 2^53.
 */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.DATE, String);
types.setTypeParser(pg.types.builtins.INT8, Number);
types.setTypeParser(INT8_ARRAY, pg.types.getTypeParser(INT4_ARRAY));

function openPool(config: pg.PoolConfig): pg.Pool {
  // The pool waits for it before it hands out the connection.
  const onConnect = (client: pg.ClientBase) => pinSettings(client, CONNECTION_TIMEOUT_MS);
  const options = { ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS, types, onConnect };
  const pool = new pg.Pool(options);
  // The pool replaces a connection that breaks while idle. The next query reports a lasting problem.
  pool.on('error', () => undefined);
  // The pool ignores errors of connections in use, and an unhandled error event ends the process.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The reason why a connection failed. An error that covers several addresses has only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}

/** What to do about a PostgreSQL that lets nobody in, by its code or by the words of node-postgres. */
const REMEDIES: readonly (readonly [why: RegExp, remedy: string])[] = [
  [/client password must be a string/, 'It wants a password: write one into DATABASE_URL'],
  [/^(28P01|28000)$/, 'Correct user name and password in DATABASE_URL'],
  [/^3D000$/, 'Make that database, or correct its name in DATABASE_URL'],
  [/^ENOENT$/, 'Correct the path of the certificate in DATABASE_URL'],
  [/CERT|^UNABLE_TO_VERIFY/, 'Name the certificate of its authority as sslrootcert in DATABASE_URL'],
  [/does not support SSL/, 'Take sslmode out of DATABASE_URL, or let PostgreSQL speak TLS'],
];

function remedyOf(error: unknown): string {
  const words = [codeOf(error) ?? '', reasonOf(error)];
  const [, remedy] = REMEDIES.find(([why]) => words.some((word) => why.test(word))) ?? [];
  return remedy ?? 'Start it, or correct DATABASE_URL';
}

type PostgresLocation = Extract<DatabaseLocation, { kind: 'postgres' }>;

async function openPostgres({ url, poolSize, limits }: PostgresLocation): Promise<OpenDatabase> {
  const config = {
    max: poolSize,
    // Detects a database machine that disappeared while a query waits for its result. By itself Linux waits two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(limits && {
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      idle_in_transaction_session_timeout: limits.idleTransaction,
    }),
  };
  const pool = openPool({ ...config, connectionString: url });
  const shared = fairPool(confirmedPool(pool, limits?.statement), poolSize);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: shared }) });
  try {
    (await pool.connect()).release();
  } catch (error) {
    await pool.end();
    throw new Error(`PostgreSQL cannot be reached: ${reasonOf(error)}. ${remedyOf(error)}`, { cause: error });
  }
  return {
    db,
    pool: {
      get totalCount() {
        return pool.totalCount;
      },
      get idleCount() {
        return pool.idleCount;
      },
      get waitingCount() {
        return pool.waitingCount + shared.waiting;
      },
    },
    close: async () => {
      await db.destroy();
      if (!pool.ended) await pool.end();
    },
  };
}

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  // Production has no embedded database, and need not have its packages.
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const { opened: embedded, unlock } = await openFolder(folder, () => PGlite.create(folder));
  // The embedded database is one session, so the pool keeps exactly one connection.
  const pool = openPool(Object.assign(createPgConfig(embedded), { max: 1, idleTimeoutMillis: 0 }));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    close: async () => {
      await db.destroy();
      if (!pool.ended) await pool.end();
      await embedded.close();
      await unlock();
    },
  };
}

/**
 * Opens a database through node-postgres. Both kinds give the same types: numeric as text, int8 as a number, date
 * as `YYYY-MM-DD`, timestamptz as Date.
 * @throws DataFolderError, FolderInUseError where the folder of the embedded database cannot be used
 */
export function openDatabase(location: DatabaseLocation): Promise<OpenDatabase> {
  return location.kind === 'pglite' ? openEmbedded(location.folder) : openPostgres(location);
}

interface RetryOptions {
  /** In ms; no attempt begins later. */
  readonly forMs: number;
  /** The wait between two attempts in ms. */
  readonly waitMs: number;
  /** Called before each wait, with what the database said. */
  readonly onAway: (error: unknown) => void;
}

/**
 * Runs the work, and runs it again from the beginning while the database is unavailable.
 * @throws the error of the last attempt, or any error that is not about availability
 */
export async function untilAvailable<Result>(work: () => Promise<Result>, retry: RetryOptions): Promise<Result> {
  const end = performance.now() + retry.forMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() + retry.waitMs > end || !isDatabaseUnavailable(error)) throw error;
      retry.onAway(error);
      await delay(retry.waitMs);
    }
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { type Client, currentClient } from '#server/limiter.ts';
import { openFolder } from './data-folder.ts';
import {
  confirmedPool,
  fairPool,
  isDatabaseUnavailable,
  type PoolSettings,
  prepareConnection,
  requireFittingPooler,
  setAll,
  UnfitPoolerError,
} from './pool.ts';
import type { Schema } from './schema.ts';
import { codeOf } from './sqlstates.ts';

/** Which connections a piece of work takes: those of a way in, or of long work on the primary, as that of the server. */
type Way = NonNullable<Client['way']>;

/**
 * The location of the data: the folder of an embedded database, or a PostgreSQL server. Without `others` all ways share
 * the connections.
 */
export type DatabaseLocation =
  | { readonly kind: 'pglite'; readonly folder: string }
  | ({
      readonly kind: 'postgres';
      readonly others?: Readonly<Record<Exclude<Way, 'sale'>, PoolSettings>>;
    } & PoolSettings);

/** The number of connections, and of requests that wait for one. */
export type Pool = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;

export interface OpenDatabase {
  readonly db: Kysely<Schema>;
  /** Asks over a connection of its own, whatever the others do. */
  readonly probe: Kysely<Schema>;
  /** Whether what an office reads comes from another PostgreSQL. */
  readonly hasReplica: boolean;
  /** Why that one cannot be reached. */
  readonly replicaProblem?: string;
  /** The connections to PostgreSQL by way; none for an embedded database. */
  readonly pools: readonly (readonly [way: string, pool: Pool])[];
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
types.setTypeParser(INT8_ARRAY, pg.types.getTypeParser(INT4_ARRAY) as (list: string) => number[]);

/** @param onConnect the pool waits for it before it hands out a new connection */
function openPool(config: pg.PoolConfig, onConnect: (client: pg.ClientBase) => Promise<void>): pg.Pool {
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
  [/, no encryption$/, 'It wants TLS: add sslmode=verify-full to DATABASE_URL'],
  [/^(28P01|28000)$/, 'Correct user name and password in DATABASE_URL'],
  [/^3D000$/, 'Make that database, or correct its name in DATABASE_URL'],
  [/^ENOENT$/, 'Correct the path of the certificate in DATABASE_URL'],
  [/ALTNAME/, 'Write the host into DATABASE_URL as its certificate names it'],
  [/CERT|^UNABLE_TO_VERIFY/, 'Name the certificate of its authority as sslrootcert in DATABASE_URL'],
  [/unsupported startup parameter/, 'Take it out of DATABASE_URL'],
  [/statement pooling/, 'Let the pooler share connections between transactions: pool_mode = transaction'],
  [/does not support SSL/, 'Take sslmode out of DATABASE_URL, or let PostgreSQL speak TLS'],
];

function remedyOf(error: unknown, variable: string): string {
  const words = [codeOf(error) ?? '', reasonOf(error)];
  const [, remedy] = REMEDIES.find(([why]) => words.some((word) => why.test(word))) ?? [];
  return (remedy ?? 'Start it, or correct DATABASE_URL').replace('DATABASE_URL', variable);
}

type OpenWay = ReturnType<typeof openWay>;

function openWay(settings: PoolSettings) {
  const { url, poolSize } = settings;
  const config = {
    connectionString: url,
    max: poolSize,
    // Detects a database machine that disappeared while a query waits for its result. By itself Linux waits two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  const timeoutMs = Math.min(CONNECTION_TIMEOUT_MS, settings.limits?.statement ?? Infinity);
  const pool = openPool(config, (client) => prepareConnection(client, settings, timeoutMs));
  const shared = fairPool(confirmedPool(pool, settings), poolSize);
  const counts: Pool = {
    get totalCount() {
      return pool.totalCount;
    },
    get idleCount() {
      return pool.idleCount;
    },
    get waitingCount() {
      return pool.waitingCount + shared.waiting;
    },
  };
  return { pool, shared, counts };
}

/** Connects to PostgreSQL, and says what to do where it lets nobody in. */
async function tryToConnect({ pool }: OpenWay, variable = 'DATABASE_URL'): Promise<void> {
  try {
    const client = await pool.connect();
    try {
      await requireFittingPooler(client, pool.options);
    } finally {
      client.release();
    }
  } catch (error) {
    // To wait does not help.
    if (error instanceof UnfitPoolerError) throw error;
    const message = `PostgreSQL cannot be reached: ${reasonOf(error)}. ${remedyOf(error, variable)}`;
    throw new Error(message, { cause: error });
  }
}

/** The problem of a replica that is away, without which sales go on. */
async function tryReplica(office: OpenWay): Promise<string | undefined> {
  try {
    await tryToConnect(office, 'OFFICE_DATABASE_URL');
    return undefined;
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    return error instanceof Error ? error.message : undefined;
  }
}

type PostgresLocation = Extract<DatabaseLocation, { kind: 'postgres' }>;

async function openPostgres({ others, ...sale }: PostgresLocation): Promise<OpenDatabase> {
  const ways = {
    sale: openWay(sale),
    ...(others && { office: openWay(others.office), primary: openWay(others.primary) }),
  };
  const probe = openWay({ ...sale, poolSize: 1 });
  const all = [...Object.values(ways), probe];
  const close = async () => {
    await Promise.all(all.filter(({ pool }) => !pool.ended).map(({ pool }) => pool.end()));
  };
  /** What a call is, or that there is none, says which connections it takes. */
  const { sale: first, office = first, primary = first } = ways;
  const byWay: Readonly<Record<Way, PostgresPool>> = {
    sale: first.shared,
    office: office.shared,
    primary: primary.shared,
  };
  const pool: PostgresPool = {
    connect: () => {
      const client = currentClient();
      return byWay[client === undefined ? 'primary' : (client.way ?? 'sale')].connect();
    },
    end: close,
  };
  const hasReplica = others !== undefined && others.office.url !== sale.url;
  let replicaProblem: string | undefined;
  try {
    await tryToConnect(first);
    if (hasReplica) replicaProblem = await tryReplica(office);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    probe: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: probe.shared }) }),
    hasReplica,
    ...(replicaProblem !== undefined && { replicaProblem }),
    pools: Object.entries(ways).map(([way, { counts }]) => [way, counts]),
    close,
  };
}

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  // Production has no embedded database, and need not have its packages.
  const { PGlite } = await import('@electric-sql/pglite');
  const { createPgConfig } = await import('@electric-sql/pglite/node-postgres');
  const { opened: embedded, unlock } = await openFolder(folder, () => PGlite.create(folder));
  // The embedded database is one session, so the pool keeps exactly one connection.
  const config = Object.assign(createPgConfig(embedded), { max: 1, idleTimeoutMillis: 0 });
  const pool = openPool(config, async (client) => {
    await client.query(setAll('set', {}));
  });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    probe: db,
    hasReplica: false,
    pools: [],
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

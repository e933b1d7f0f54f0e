import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { setTimeout as delay } from 'node:timers/promises';
import { type PostgresPool, type PostgresPoolClient, type RawBuilder, sql, type SqlBool } from 'kysely';
import pg from 'pg';
import { currentClient, Limiter, LIMITS } from '#server/limiter.ts';
import {
  codeOf,
  isConnectionEnded,
  isStatementOutdated,
  isStatementUnkept,
  isTransient,
  SQLSTATES,
} from './sqlstates.ts';

/** PostgreSQL's names have 63 characters at most. */
const NAME_DIGITS = 40;
const MARK = '/* prepared */';

/**
 * Marks a statement that PostgreSQL parses and plans once for a connection, and not for each call: for rows by their keys,
 * where planning takes longer than reading (docs/decisions/0052-prepared-statements.md). Its best plan must be the same for
 * all values, which is not so for a search, and least of all for `like`. Its texts must be few, so lists are arrays
 * (`isAnyOf`). It names its columns: a `*` that a migration changes fails on connections that are older. Builders take the
 * mark by `modifyEnd`.
 */
export const PREPARED = sql.raw(MARK);

/**
 * Whether a column of a marked statement is one of these keys. Their number is hidden from the plan: PostgreSQL would
 * plan anew for a single key, because it takes an unknown array for ten.
 */
export function isAnyOf(column: string, keys: readonly number[]): RawBuilder<SqlBool> {
  return sql<SqlBool>`${sql.ref(column)} = any((select ${keys}::bigint[])::bigint[])`;
}

const names = new Map<string, string>();

/** The name under which a connection keeps a marked statement; undefined for any other. */
export function preparedName(text: string): string | undefined {
  if (!text.includes(MARK)) return undefined;
  const known = names.get(text);
  if (known !== undefined) return known;
  if (/(select|distinct|returning|,|\.)\s*\*/.test(text))
    throw new Error(`A prepared statement names its columns: ${text}`);
  // By the text: behind a pooler connections are shared by processes, also of another release.
  const name = `prepared-${createHash('sha256').update(text).digest('hex').slice(0, NAME_DIGITS)}`;
  names.set(text, name);
  return name;
}

/** A connection that answers nothing for so long is looked at from another one, in ms. */
const SILENCE_MS = 8000;
/** The longest wait for what that one says, in ms. */
const LOOK_MS = 5000;
/** An answer that is under way when PostgreSQL is done has so long to arrive, in ms. */
const ARRIVAL_MS = 1000;

/**
 * The connections whose backend of PostgreSQL is known by its number. A pooler gives its own number, and another backend
 * each time.
 */
const direct = new WeakMap<pg.ClientBase, number>();

/** Closes a connection at once: a polite end would wait for an answer. */
function cutOff(client: pg.ClientBase): void {
  const { connection } = client as pg.ClientBase & { readonly connection: { readonly stream: Socket } };
  connection.stream.destroy();
}

/**
 * Closes a connection that is open but silent, because what is sent over it gets lost: its statement fails as one of a
 * cut connection, some 14 s after it was sent. One that PostgreSQL works on may take longer. PostgreSQL is told that
 * nobody is there any more, which it would not notice for long: what the connection had locked is free for the next try.
 * @param config where another connection leads to the same PostgreSQL
 * @param onSilent called before it is closed
 * @returns ends the watch
 */
function watchSilence(client: pg.PoolClient, config: pg.PoolConfig, onSilent: () => void): () => void {
  const pid = direct.get(client);
  if (pid === undefined) return () => undefined;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    onSilent();
    cutOff(client);
  };
  const ask = async (other: pg.Client) => {
    await other.connect();
    const { rows } = await other.query<{ state: string | null }>('select state from pg_stat_activity where pid = $1', [
      pid,
    ]);
    // Without `track_activities`, and of another role, nobody knows. Without a row there is no backend any more.
    if (rows.some(({ state }) => state?.startsWith('idle') !== true)) {
      wait();
      return;
    }
    await delay(ARRIVAL_MS);
    if (isOver) return;
    close();
    await other.query('select pg_terminate_backend($1)', [pid]);
  };
  const look = async () => {
    const other = new pg.Client({ ...config, connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS });
    other.on('error', () => undefined);
    try {
      await ask(other);
    } catch (error) {
      if (isOver) return;
      // It refuses another connection, so it is there.
      if (error instanceof pg.DatabaseError) wait();
      else timer = setTimeout(close, ARRIVAL_MS);
    } finally {
      void other.end().catch(() => undefined);
    }
  };
  function wait(): void {
    if (!isOver) timer = setTimeout(() => void look(), SILENCE_MS);
  }
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** The PostgreSQL function that waits for a synchronous standby. Notices contain this name in every language. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/** PostgreSQL's own limit ends a statement and keeps the connection, so our limit must come later. */
const LIMIT_MARGIN_MS = 1000;

/**
 * The isolation level that every transaction rests on. A pooler that shares connections between transactions may not keep
 * what was set on a connection, so each transaction names it.
 */
const BEGIN = 'begin isolation level read committed';

class UnconfirmedError extends Error {
  readonly code = SQLSTATES.transactionResolutionUnknown;
}

/** Says in the log what to do about a pooler that this server cannot work with. */
class UnsupportedPoolerError extends Error {
  readonly code = SQLSTATES.invalidSqlStatementName;

  constructor() {
    super(
      'a pooler shares connections and does not know prepared statements: PgBouncer from 1.21 does, with ' +
        'max_prepared_statements above 0 (docs/operations.md)',
    );
    this.name = 'UnsupportedPoolerError';
  }
}

/**
 * Wraps a pool for Kysely so that a change counts as made only when the standby has confirmed it. PostgreSQL reports a
 * commit as successful, with a notice, when its wait for the standby is cancelled, but a failover would lose that
 * commit. PostgreSQL also has no time limit for that wait.
 * @param pool a pool without connections yet
 * @param limit the longest wait for a change in ms; after that the connection is closed
 */
export function confirmedPool(pool: pg.Pool, limit: number | undefined): PostgresPool {
  const unconfirmed = new WeakSet<pg.ClientBase>();
  pool.on('connect', (client) => {
    client.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) unconfirmed.add(client);
    });
  });
  // When each connection was last heard, and the time since when one was silent.
  const heard = new WeakMap<pg.ClientBase, number>();
  let silentSince = -Infinity;
  pool.on('connect', (client) => heard.set(client, performance.now()));
  /** A connection that has been heard since another one fell silent: those that lay idle may have been lost with it. */
  const connectHeard = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    if ((heard.get(client) ?? Infinity) > silentSince) return client;
    cutOff(client);
    client.release(true);
    return connectHeard();
  };
  return {
    connect: async () => {
      const client = await connectHeard();
      let isInTransaction = false;
      let isUnusable = false;
      const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
        if (/^(begin|start transaction)/.test(text)) isInTransaction = true;
        if (text === 'commit' || text === 'rollback') isInTransaction = false;
        const name = preparedName(text);
        // In a transaction, and while a migration builds an index, only PostgreSQL limits the time of a statement.
        const timer =
          limit === undefined || isInTransaction || text.includes('concurrently')
            ? undefined
            : setTimeout(() => void client.end(), limit + LIMIT_MARGIN_MS);
        const sentAt = performance.now();
        const endWatch = watchSilence(client, pool.options, () => (silentSince = Math.max(silentSince, sentAt)));
        try {
          const sent = text === 'begin' ? BEGIN : text;
          const result = await client.query({ ...(name !== undefined && { name }), text: sent, values });
          heard.set(client, performance.now());
          if (unconfirmed.delete(client)) throw new UnconfirmedError('the standby did not confirm');
          return result;
        } catch (error) {
          isUnusable ||= isConnectionEnded(error) || (name !== undefined && isStatementOutdated(error));
          throw name !== undefined && isStatementUnkept(error) ? new UnsupportedPoolerError() : error;
        } finally {
          clearTimeout(timer);
          endWatch();
        }
      };
      // Kysely uses a cursor only when one is configured.
      return {
        query: query as unknown as PostgresPoolClient['query'],
        // A connection that PostgreSQL ended, or whose statements no longer fit, must not go back into the pool.
        release: () => client.release(isUnusable),
      };
    },
    end: () => pool.end(),
  };
}

export interface FairPool extends PostgresPool {
  /** The number of requests that wait for their turn. */
  readonly waiting: number;
}

/**
 * Wraps a pool so that clients take turns. One client may hold at most half of the connections, so that neither many
 * requests of one client nor slow ones keep the others waiting (docs/decisions/0048-turns.md). Work of the server itself
 * has no such limit.
 * @param size the number of connections of the pool
 */
export function fairPool(pool: PostgresPool, size: number): FairPool {
  const turns = new Limiter<string | symbol>(LIMITS.connection(size));
  return {
    get waiting() {
      return turns.counts.waiting;
    },
    connect: async () => {
      const end = await turns.beginInTime(currentClient()?.key ?? Symbol('server'));
      try {
        const client = await pool.connect();
        return {
          ...client,
          release: () => {
            try {
              client.release();
            } finally {
              end();
            }
          },
        };
      } catch (error) {
        end();
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

/** The result of the work, or what `late` gives when that takes longer. The work itself goes on. */
export async function withTimeout<T, Late>(work: Promise<T>, ms: number, late: () => Late): Promise<T | Late> {
  const done = new AbortController();
  try {
    return await Promise.race([work, delay(ms, undefined, { signal: done.signal, ref: false }).then(late)]);
  } finally {
    done.abort();
  }
}

/**
 * The settings that decide what our statements do and what their answers mean, with the values that the code takes for
 * granted. They are set on every connection, because a database, a role or a pooler may have others: under REPEATABLE READ
 * an order and a cancellation of one purchase would both succeed. Startup parameters would not do: poolers refuse those that
 * they do not know.
 */
export const PINNED_SETTINGS: Readonly<Record<string, string>> = {
  // What a transaction reads after it has waited for a lock must be what the other one has left.
  default_transaction_isolation: 'read committed',
  // A confirmed sale is on the disk, and on the synchronous standby if there is one.
  synchronous_commit: 'on',
  search_path: 'public',
  client_encoding: 'UTF8',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  TimeZone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
  transform_null_equals: 'off',
  // That a standby has not confirmed a commit is told by a warning.
  client_min_messages: 'warning',
  // A turn is one statement (docs/decisions/0048-turns.md), so no statement may take more than one core.
  max_parallel_workers_per_gather: '0',
};

const PIN_ALL = Object.entries(PINNED_SETTINGS)
  .map(([name, value]) => `set ${name} = '${value}'; `)
  .join('');

/** Sets the pinned settings on a new connection, before its first use, and notes whether it is PostgreSQL's own. */
export async function pinSettings(client: pg.ClientBase, timeoutMs: number): Promise<void> {
  const pinning = client.query<{ pid: number }>(`${PIN_ALL}select pg_backend_pid() as pid`);
  const results = await withTimeout(pinning, timeoutMs, () => {
    throw new Error('Connection terminated: it did not take its settings in time');
  });
  // Several statements have several results, which the types do not say.
  const pid = [results].flat().at(-1)?.rows[0]?.pid;
  if (pid !== undefined && (client as { readonly processID?: number | null }).processID === pid)
    direct.set(client, pid);
}

/** Node's error codes for a server that cannot be reached. */
const UNREACHABLE = [
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
];

/** The messages of node-postgres for a broken connection or a pool timeout; these errors have no code. */
const BROKEN = /^Connection terminated|is not queryable$|^timeout exceeded when trying to connect$/;

/** Whether a statement took longer than its limit. */
export function isStatementTimeout(error: unknown): boolean {
  return codeOf(error) === SQLSTATES.queryCanceled;
}

/** Whether an error means that the database is temporarily unavailable, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.cause !== undefined) return isDatabaseUnavailable(error.cause);
  const code = codeOf(error);
  if (code === undefined) return BROKEN.test(error.message);
  return UNREACHABLE.includes(code) || isTransient(code);
}

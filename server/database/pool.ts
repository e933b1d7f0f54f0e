import { createHash, randomUUID } from 'node:crypto';
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

/** Time limits in ms that PostgreSQL applies to our connections. */
export interface TimeLimits {
  readonly statement: number;
  /** The wait for a lock of another transaction. */
  readonly lock: number;
  /** The idle time of an open transaction. */
  readonly idleTransaction: number;
}

/** Where connections lead, how many there may be, and what holds for each of their statements. */
export interface PoolSettings {
  readonly url: string;
  readonly poolSize: number;
  /** By default none. */
  readonly limits?: TimeLimits;
  /** Whether PostgreSQL refuses every change. */
  readonly isReadOnly?: boolean;
}

/** The connections of a pooler, which gives its own number, and another backend each time. */
const pooled = new WeakSet<pg.ClientBase>();

/** Closes a connection at once: a polite end would wait for an answer. */
function cutOff(client: pg.ClientBase): void {
  const { connection } = client as pg.ClientBase & { readonly connection: { readonly stream: Socket } };
  connection.stream.destroy();
}

/** The PostgreSQL function that waits for a synchronous standby. Notices contain this name in every language. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/**
 * PostgreSQL's own limit ends a statement and keeps the connection, so ours must come later. What has not even that answer
 * is lost on the way: the connection is closed.
 */
const LIMIT_MARGIN_MS = 1000;

/**
 * The isolation level that every transaction rests on. A pooler that shares connections between transactions may not keep
 * what was set on a connection, so each transaction names it.
 */
const BEGIN = 'begin isolation level read committed';

/** A statement by which a connection gives itself another limit of time. */
const OWN_LIMIT = /^set (?:local )?statement_timeout = (\d+)/;

class UnconfirmedError extends Error {
  readonly code = SQLSTATES.transactionResolutionUnknown;
}

/** Says what to do about a pooler that this server cannot work with. */
export class UnfitPoolerError extends Error {
  constructor() {
    super(
      'a pooler shares connections and does not know prepared statements: PgBouncer from 1.21 does, with ' +
        'max_prepared_statements above 0 (docs/operations.md)',
    );
    this.name = 'UnfitPoolerError';
  }
}

/** The same of a statement, whose call is answered as one without a database. */
class UnkeptStatementError extends UnfitPoolerError {
  readonly code = SQLSTATES.invalidSqlStatementName;
}

/** Ends the backend behind a pooler, which would hand it out again. */
const END_BACKEND = 'rollback; select pg_terminate_backend(pg_backend_pid())';

/**
 * Wraps a pool for Kysely so that a change counts as made only when the standby has confirmed it. PostgreSQL reports a
 * commit as successful, with a notice, when its wait for the standby is cancelled, but a failover would lose that
 * commit. PostgreSQL also has no time limit for that wait. A connection that is lost on the way, or cannot write any more,
 * leaves the pool at once, with those that lie idle since.
 * @param pool a pool without connections yet
 */
export function confirmedPool(pool: pg.Pool, settings: PoolSettings): PostgresPool {
  const { limits, isReadOnly = false } = settings;
  const ofTransaction = setAll('set local', settings);
  const unconfirmed = new WeakSet<pg.ClientBase>();
  pool.on('connect', (client) => {
    client.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) unconfirmed.add(client);
    });
  });
  // When each connection was last heard, and the time from which those that were not heard since are not trusted.
  const heard = new WeakMap<pg.ClientBase, number>();
  let trustedSince = -Infinity;
  pool.on('connect', (client) => heard.set(client, performance.now()));
  const connectTrusted = async (): Promise<pg.PoolClient> => {
    const client = await pool.connect();
    if ((heard.get(client) ?? Infinity) > trustedSince) return client;
    cutOff(client);
    client.release(true);
    return connectTrusted();
  };
  return {
    connect: async () => {
      const client = await connectTrusted();
      let limit = limits?.statement ?? 0;
      let isInTransaction = false;
      let isUnusable = false;
      const send = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
        const name = preparedName(text);
        const sentAt = performance.now();
        const giveUp = () => {
          trustedSince = Math.max(trustedSince, sentAt);
          cutOff(client);
        };
        const timer = limit === 0 ? undefined : setTimeout(giveUp, limit + LIMIT_MARGIN_MS);
        try {
          const result = await client.query({ ...(name !== undefined && { name }), text, values });
          heard.set(client, performance.now());
          if (unconfirmed.delete(client)) throw new UnconfirmedError('the standby did not confirm');
          return result;
        } catch (error) {
          isUnusable ||= isConnectionEnded(error) || (name !== undefined && isStatementOutdated(error));
          if (!isReadOnly && codeOf(error) === SQLSTATES.readOnlySqlTransaction) {
            isUnusable = true;
            trustedSince = performance.now();
            if (pooled.has(client)) void client.query(END_BACKEND).catch(() => undefined);
          }
          throw name !== undefined && isStatementUnkept(error) ? new UnkeptStatementError() : error;
        } finally {
          clearTimeout(timer);
        }
      };
      const begin = async (text: string) => {
        const sent = text === 'begin' ? BEGIN : text;
        return send(pooled.has(client) ? `${sent}; ${ofTransaction}` : sent, []);
      };
      /** Behind a pooler every statement is a transaction with its settings. */
      const sendAlone = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
        if (!pooled.has(client)) return send(text, values);
        await begin('begin');
        try {
          const result = await send(text, values);
          await send('commit', []);
          return result;
        } catch (error) {
          await send('rollback', []).catch(() => undefined);
          throw error;
        }
      };
      const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
        limit = Number(OWN_LIMIT.exec(text)?.[1] ?? limit);
        if (/^(begin|start transaction)/.test(text)) {
          isInTransaction = true;
          return begin(text);
        }
        if (!isInTransaction) return sendAlone(text, values);
        if (text === 'commit' || text === 'rollback') isInTransaction = false;
        return send(text, values);
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
 * requests of one client nor slow ones keep the others waiting (docs/decisions/0048-turns.md). Of work that may be long
 * that is an address, and each of its users half of that. Work of the server itself has no such limit.
 * @param size the number of connections of the pool
 */
export function fairPool(pool: PostgresPool, size: number): FairPool {
  const turns = new Limiter<string | symbol>(LIMITS.connection(size));
  const ofUsers = new Limiter(LIMITS.connectionOfUser(size));
  /** Waits first for the user's turn, which keeps nobody else from theirs. */
  const takeTurn = async (): Promise<() => void> => {
    const { key, address, signal, hasBegun } = currentClient() ?? {};
    if (key === undefined) return turns.beginInTime(Symbol('server'));
    // A sale goes on without its client; what is only read for one who has gone does not.
    if (address === undefined) return turns.beginInTime(key);
    const end = await ofUsers.beginInTime(key, signal, hasBegun);
    try {
      const endOfAddress = await turns.beginInTime(address, signal, hasBegun);
      return () => {
        endOfAddress();
        end();
      };
    } catch (error) {
      end();
      throw error;
    }
  };
  return {
    get waiting() {
      return turns.counts.waiting + ofUsers.counts.waiting;
    },
    connect: async () => {
      const end = await takeTurn();
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
 * granted. They hold for every statement, because a database or a role may have others: under REPEATABLE READ an order and
 * a cancellation of one purchase would both succeed. Startup parameters would not do: poolers refuse those that they do not
 * know.
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

/** The statements that make these settings hold, for a connection or for a transaction. */
export function setAll(how: 'set' | 'set local', of: Pick<PoolSettings, 'limits' | 'isReadOnly'>): string {
  const { limits, isReadOnly = false } = of;
  const settings = {
    ...PINNED_SETTINGS,
    ...(isReadOnly && { [how === 'set' ? 'default_transaction_read_only' : 'transaction_read_only']: 'on' }),
    ...(limits && {
      statement_timeout: limits.statement,
      lock_timeout: limits.lock,
      idle_in_transaction_session_timeout: limits.idleTransaction,
    }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${how} ${name} = '${value}'`)
    .join('; ');
}

/**
 * Prepares a new connection before its first use. PostgreSQL's own keeps its settings; of a pooler's they would stay with
 * a backend that others use too, so there each transaction has them.
 */
export async function prepareConnection(client: pg.ClientBase, settings: PoolSettings, timeoutMs: number) {
  const prepare = async () => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]?.pid !== (client as { readonly processID?: number | null }).processID) pooled.add(client);
    else await client.query(setAll('set', settings));
  };
  await withTimeout(prepare(), timeoutMs, () => {
    cutOff(client);
    throw new Error('Connection terminated: it did not take its settings in time');
  });
}

/** How often two connections may miss each other at a pooler that others use too. */
const MEETINGS = 10;

/**
 * Refuses a pooler that shares connections between transactions and does not know prepared statements. One that knows them
 * gives them names of its own; of one that does not, a second connection comes to the backend of the first.
 * @throws Error that says what to do
 */
export async function requireFittingPooler(client: pg.PoolClient, config: pg.PoolConfig): Promise<void> {
  if (!pooled.has(client)) return;
  await client.query('begin');
  await client.query('rollback');
  const name = `fitting-${randomUUID()}`;
  const text = 'select from pg_prepared_statements where name = $1';
  const hasName = async (one: pg.ClientBase, named: object = {}) =>
    (await one.query({ text, values: [name], ...named })).rows.length > 0;
  if (!(await hasName(client, { name }))) return;
  const other = new pg.Client(config);
  other.on('error', () => undefined);
  await other.connect();
  try {
    for (let meeting = 0; meeting < MEETINGS; meeting += 1) {
      if (await hasName(other)) throw new UnfitPoolerError();
    }
  } finally {
    await other.end();
  }
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

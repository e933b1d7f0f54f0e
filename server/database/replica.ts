import { setTimeout as delay } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import type { Schema } from './schema.ts';
import { isStatementTimeout, withTimeout } from './pool.ts';

/** The timeout in ms of a query for a position; after it the replica counts as away. */
const POLL_TIMEOUT_MS = 3000;

/** The longest wait in ms until the replica has everything that the primary had at a moment. */
const CATCH_UP_MS = 2000;

/** Nobody waits for a replica with a larger lag. READY tolerates as much, because the lag is known to two seconds only. */
const LAG_TOLERANCE_MS = 4000;

/** The time in ms between two queries during that wait. */
const CATCH_UP_EVERY_MS = 20;

/** The maximum number of remembered positions of the primary. */
const MAX_POSITIONS = 1000;

/** Positions in the write-ahead log in bytes: written; inserted, which includes asynchronous commits; replayed. */
const WRITTEN = `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as position`;
const INSERTED = `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position`;
const REPLAYED = `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as position where pg_is_in_recovery()`;

/** Statements to try on the replica. One that locks or writes rows fails there and is run on the primary. */
const READS = /^\s*(select|with)\b/i;

interface ReplicaPools {
  /** The connections for reads. */
  readonly pool: pg.Pool;
  /** The same connections, with our time limits. */
  readonly limited: PostgresPool;
  /** A separate connection for the position, because a replica with many reads must not look like one that is away. */
  readonly watching: pg.Pool;
  readonly primary: pg.Pool;
  /** The primary's connections for everything else. */
  readonly limitedPrimary: PostgresPool;
}

/** UNKNOWN lasts from the start until the replica has what the primary had at the start. */
export type ReplicaState = 'UNKNOWN' | 'READY' | 'LATE' | 'AWAY';

function inTime<T>(answer: Promise<T>): Promise<T> {
  return withTimeout(answer, POLL_TIMEOUT_MS, () => {
    throw new Error('no answer about the position in the write-ahead log');
  });
}

async function positionOf(pool: pg.Pool, text: string): Promise<bigint | undefined> {
  const { rows } = await pool.query<{ position: string | null }>(text);
  const position = rows[0]?.position;
  return position == null ? undefined : BigInt(position);
}

/**
 * A streaming replica of the primary, for reads that may be late by seconds (docs/decisions/0046-reads-from-a-replica.md).
 */
export class Replica {
  readonly #pools: ReplicaPools;
  /** The replica is not used while it lags by more. */
  readonly longestLagMs: number;
  readonly #inUse = new Set<pg.PoolClient>();
  /** What the primary had and when, oldest first; the replica has not replayed it yet. */
  #positions: { readonly at: number; readonly position: bigint }[] = [];
  /** The last moment until which the replica is known to have everything. */
  #completeUntil: number | undefined;
  #state: ReplicaState = 'UNKNOWN';
  #answered = 0;
  #failed = 0;

  constructor(pools: ReplicaPools, longestLagMs: number) {
    this.#pools = pools;
    this.longestLagMs = longestLagMs;
    pools.pool.on('acquire', (client) => this.#inUse.add(client));
    pools.pool.on('release', (_error, client) => this.#inUse.delete(client));
  }

  get state(): ReplicaState {
    // If the query to the primary fails, the last state stays, so its age is checked here.
    return this.#state === 'READY' && (this.lagMs ?? Infinity) > this.longestLagMs + LAG_TOLERANCE_MS
      ? 'LATE'
      : this.#state;
  }

  /** The lag in ms at most; undefined while it is unknown. */
  get lagMs(): number | undefined {
    return this.#completeUntil === undefined || this.#state === 'AWAY' ? undefined : Date.now() - this.#completeUntil;
  }

  /** The number of statements that the replica has answered, and of those that the primary answered in its place. */
  get counts(): { readonly answered: number; readonly failed: number } {
    return { answered: this.#answered, failed: this.#failed };
  }

  /** Finds out how far the replica is. */
  async poll(): Promise<void> {
    const at = Date.now();
    const position = await inTime(positionOf(this.#pools.primary, WRITTEN));
    if (position !== undefined) this.#remember({ at, position });
    try {
      this.#state = this.#judge(await inTime(positionOf(this.#pools.watching, REPLAYED)));
    } catch (error) {
      this.#state = 'AWAY';
      // A read that waits for a machine which is gone fails now, and is repeated on the primary.
      for (const client of this.#inUse) void client.end();
      throw error;
    }
  }

  /** Waits a moment until the replica has everything that the primary has now; false when that takes too long. */
  async waitUntilCaughtUp(): Promise<boolean> {
    if (this.state !== 'READY' || (this.lagMs ?? Infinity) > LAG_TOLERANCE_MS) return false;
    try {
      const position = await inTime(positionOf(this.#pools.primary, INSERTED));
      const end = Date.now() + CATCH_UP_MS;
      while (Date.now() < end) {
        const replayed = await inTime(positionOf(this.#pools.pool, REPLAYED));
        if (replayed !== undefined && position !== undefined && replayed >= position) return true;
        await delay(CATCH_UP_EVERY_MS);
      }
    } catch {
      // The next poll says why.
    }
    return false;
  }

  /**
   * A database for one answer: its reads go to the replica, everything else to the primary. After a failure of the
   * replica all of it goes to the primary, because an answer must not go back in time.
   */
  forOneAnswer(): Kysely<Schema> {
    const { limited, limitedPrimary } = this.#pools;
    let isOnPrimary = false;
    const connect = (): Promise<PostgresPoolClient> => {
      let client: PostgresPoolClient | undefined;
      const query = async (text: string, values: readonly unknown[]) => {
        if (client === undefined && !isOnPrimary && READS.test(text)) {
          try {
            return await this.#read(limited, text, values);
          } catch (error) {
            this.#failed += 1;
            // The primary would take as long.
            if (isStatementTimeout(error)) throw error;
            isOnPrimary = true;
          }
        }
        client ??= await limitedPrimary.connect();
        return client.query(text, values);
      };
      // Kysely uses a cursor only when one is configured.
      return Promise.resolve({
        query: query as unknown as PostgresPoolClient['query'],
        release: () => client?.release(),
      });
    };
    return new Kysely<Schema>({ dialect: new PostgresDialect({ pool: { connect, end: () => Promise.resolve() } }) });
  }

  async close(): Promise<void> {
    await Promise.all([this.#pools.pool.end(), this.#pools.watching.end()]);
  }

  async #read(pool: PostgresPool, text: string, values: readonly unknown[]) {
    const client = await pool.connect();
    try {
      const result = await client.query(text, values);
      this.#answered += 1;
      return result;
    } finally {
      client.release();
    }
  }

  #remember(position: { readonly at: number; readonly position: bigint }): void {
    // While the replica is away for long, every second position is enough.
    if (this.#positions.length >= MAX_POSITIONS)
      this.#positions = this.#positions.filter((_, index) => index % 2 === 1);
    this.#positions.push(position);
  }

  /** @param replayed the position of the replica; undefined when it is none, as after a promotion */
  #judge(replayed: bigint | undefined): ReplicaState {
    if (replayed === undefined) return 'AWAY';
    const rest = this.#positions.findIndex(({ position }) => position > replayed);
    const complete = rest === -1 ? this.#positions : this.#positions.slice(0, rest);
    this.#completeUntil = complete.at(-1)?.at ?? this.#completeUntil;
    this.#positions = this.#positions.slice(complete.length);
    const lateSince = this.#completeUntil ?? this.#positions[0]?.at ?? 0;
    if (Date.now() - lateSince > this.longestLagMs) return 'LATE';
    return this.#completeUntil === undefined ? 'UNKNOWN' : 'READY';
  }
}

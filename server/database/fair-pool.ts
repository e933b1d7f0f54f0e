import type { PostgresPool } from 'kysely';
import { currentClient } from '#server/fairness/client.ts';
import { FairLimiter } from '#server/fairness/fair-limiter.ts';
import { SQLSTATES } from './sqlstates.ts';

/** The maximum wait for a turn, in ms. A request that waits longer fails. */
export const TURN_TIMEOUT_MS = 20_000;

/** Has the code of a database without a free connection, so that it is answered like one. */
export class NoConnectionError extends Error {
  readonly code = SQLSTATES.tooManyConnections;

  constructor() {
    super('no connection to the database was free in time');
  }
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
  const turns = new FairLimiter<string | symbol>({ atOnce: size, ofOne: Math.ceil(size / 2) });
  const begin = () =>
    turns
      .begin(currentClient()?.key ?? Symbol('server'), () => AbortSignal.timeout(TURN_TIMEOUT_MS))
      .catch(() => {
        throw new NoConnectionError();
      });
  return {
    get waiting() {
      return turns.counts.waiting;
    },
    connect: async () => {
      const end = await begin();
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

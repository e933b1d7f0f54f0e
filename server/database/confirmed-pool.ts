import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

/** SQLSTATE of a transaction of which nobody knows how it ended. */
const RESOLUTION_UNKNOWN = '08007';

/** The function of PostgreSQL that waits for a synchronous standby, as notices name it in every language. */
const STANDBY_WAIT = 'SyncRepWaitForLSN';

/** SQLSTATEs with which PostgreSQL ends a connection: shut down, crashed, dropped, or idle for too long. */
const CONNECTION_ENDED = new Set(['57P01', '57P02', '57P04', '57P05', '25P03']);

/** PostgreSQL ends a statement itself at its limit, and the connection stays good: ours comes so many ms later. */
const PATIENCE = 1000;

class UnconfirmedError extends Error {
  readonly code = RESOLUTION_UNKNOWN;
}

/**
 * The pool as Kysely uses it, whose changes count as made only when they are where PostgreSQL has to keep them. It
 * reports a commit whose wait for the standby was cancelled as made, with a notice, though a failover would lose it;
 * and to that wait no time limit of PostgreSQL applies.
 * @param pool one that has no connection yet
 * @param limit longest wait for a change, in ms; its connection is then closed
 */
export function confirmedPool(pool: pg.Pool, limit: number | undefined): PostgresPool {
  const unconfirmed = new WeakSet<pg.ClientBase>();
  pool.on('connect', (client) => {
    client.on('notice', ({ routine }) => {
      if (routine === STANDBY_WAIT) unconfirmed.add(client);
    });
  });
  return {
    connect: async () => {
      const client = await pool.connect();
      let isInTransaction = false;
      let isEnded = false;
      const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
        if (/^(begin|start transaction)/.test(text)) isInTransaction = true;
        if (text === 'commit' || text === 'rollback') isInTransaction = false;
        // Within a transaction, that of a migration for one, a statement has the limits of PostgreSQL alone.
        const timer =
          limit === undefined || isInTransaction ? undefined : setTimeout(() => void client.end(), limit + PATIENCE);
        try {
          const result = await client.query(text, values);
          if (unconfirmed.delete(client)) throw new UnconfirmedError('the standby did not confirm');
          return result;
        } catch (error) {
          isEnded ||= error instanceof pg.DatabaseError && CONNECTION_ENDED.has(error.code ?? '');
          throw error;
        } finally {
          clearTimeout(timer);
        }
      };
      // Kysely asks for a cursor only where it is given one.
      return {
        query: query as unknown as PostgresPoolClient['query'],
        // Its socket closes a moment later, and until then the pool would lend it to the next request.
        release: () => client.release(isEnded),
      };
    },
    end: () => pool.end(),
  };
}

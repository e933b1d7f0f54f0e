import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { preparedName } from './prepared.ts';
import { SQLSTATES, isConnectionEnded, isStatementOutdated, isStatementUnkept } from './sqlstates.ts';
import { watchSilence } from './watch-silence.ts';

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
        'max_prepared_statements above 0 (docs/deployment.md)',
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
  return {
    connect: async () => {
      const client = await pool.connect();
      let isInTransaction = false;
      let isUnusable = false;
      const query = async (text: string, values: unknown[]): Promise<pg.QueryResult> => {
        if (/^(begin|start transaction)/.test(text)) isInTransaction = true;
        if (text === 'commit' || text === 'rollback') isInTransaction = false;
        const name = preparedName(text);
        // In a transaction, for example of a migration, only PostgreSQL limits the time that it works on a statement.
        const timer =
          limit === undefined || isInTransaction
            ? undefined
            : setTimeout(() => void client.end(), limit + LIMIT_MARGIN_MS);
        const endWatch = watchSilence(client, pool.options);
        try {
          const sent = text === 'begin' ? BEGIN : text;
          const result = await client.query({ ...(name !== undefined && { name }), text: sent, values });
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

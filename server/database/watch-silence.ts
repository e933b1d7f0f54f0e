import { clearTimeout, setTimeout } from 'node:timers';
import pg from 'pg';

/** A connection that answers nothing for so long is looked at from another one, in ms. */
const SILENCE_MS = 8000;
/** The longest wait for what that one says, in ms. */
const LOOK_MS = 5000;
/** An answer that is under way when PostgreSQL is done has so long to arrive, in ms. */
const ARRIVAL_MS = 1000;

/** Whether PostgreSQL still works on the statement of a connection. Behind a pooler it may not know the connection. */
async function isAtWork(client: pg.ClientBase, config: pg.PoolConfig): Promise<boolean> {
  const { processID } = client as pg.ClientBase & { readonly processID: number | null };
  const other = new pg.Client({ ...config, connectionTimeoutMillis: LOOK_MS, query_timeout: LOOK_MS });
  other.on('error', () => undefined);
  try {
    await other.connect();
    const { rows } = await other.query<{ state: string | null }>('select state from pg_stat_activity where pid = $1', [
      processID,
    ]);
    // Without `track_activities`, and of another role, nobody knows.
    return rows.every(({ state }) => state?.startsWith('idle') !== true);
  } catch (error) {
    // It refuses another connection, so it is there.
    return error instanceof pg.DatabaseError;
  } finally {
    void other.end().catch(() => undefined);
  }
}

/**
 * Closes a connection that is open but silent, because what is sent over it gets lost: its statement fails as one of a
 * cut connection, some 14 s after it was sent. One that PostgreSQL works on may take longer.
 * @param config where another connection leads to the same PostgreSQL
 * @returns ends the watch
 */
export function watchSilence(client: pg.PoolClient, config: pg.PoolConfig): () => void {
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const works = await isAtWork(client, config);
    if (isOver) return;
    if (works) wait();
    else timer = setTimeout(() => void (client as pg.PoolClient & pg.Client).end(), ARRIVAL_MS);
  };
  const wait = () => {
    timer = setTimeout(() => void look(), SILENCE_MS);
  };
  wait();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

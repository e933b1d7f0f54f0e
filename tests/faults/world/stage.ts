import { openDatabase } from '#server/database/open-database.ts';
import type { Database } from '#server/domain/context.ts';
import { TEST_PEPPER } from '#tests/api/fixture.ts';
import { freePort } from '#tests/api/postgres.ts';
import { type ServerProcess, startServerProcess } from '#tests/api/server-process.ts';

/** A server in a process of its own. */
export interface Stage {
  readonly url: string;
  /** Kills the server's process; nobody answers until it is started again. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
}

/** The settings of every server here. Orders are left where they are, and no limit is ever met. */
export const STAGE_SETTINGS = {
  NODE_ENV: 'development',
  DEMO_DATA: 'false',
  HOST: '127.0.0.1',
  PIN_PEPPER: TEST_PEPPER,
  ESB_INTERVAL_SECONDS: '3600',
  RATE_LIMIT_PER_MINUTE: '1000000',
  PIN_USER_FAILURES_PER_HOUR: '1000000',
} as const;

/**
 * Sets up a server on a PostgreSQL database that holds the fixture.
 * @param program the bundled server
 * @param fill adds to the database before the server starts
 */
export async function setStage(
  program: string,
  databaseUrl: string,
  fill: (db: Database) => Promise<void>,
): Promise<Stage> {
  const { db, close } = await openDatabase({ kind: 'postgres', url: databaseUrl, poolSize: 1 });
  await fill(db);
  await close();
  const port = await freePort();
  const settings = { ...STAGE_SETTINGS, PORT: String(port), DATABASE_URL: databaseUrl };
  let server: ServerProcess = await startServerProcess([program], settings);
  return {
    url: `http://127.0.0.1:${port}`,
    kill: () => server.kill(),
    start: async () => {
      server = await startServerProcess([program], settings);
    },
  };
}

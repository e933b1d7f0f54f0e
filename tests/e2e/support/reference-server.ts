import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/free-port.ts';
import { startServerProcess } from '#tests/support/server-process.ts';

/** The reference server in a process of its own, with demonstration data in a folder of its own. */
export interface ReferenceServer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts the reference server as `npm start` does, on a free port, and waits for its demonstration data. */
export async function startReferenceServer(): Promise<ReferenceServer> {
  const folder = await mkdtemp(join(tmpdir(), 'food-voucher-e2e-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  const port = await freePort();
  const settings = {
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: '',
    RATE_LIMIT_PER_MINUTE: '100000',
    LOOKUPS_PER_HOUR: '1000000',
    LOOKUPS_PER_DAY: '1000000',
    TILL_LOOKUPS_PER_HOUR: '1000000',
    TILL_LOOKUPS_PER_DAY: '1000000',
    PIN_USER_FAILURES_PER_HOUR: '100000',
  };
  const program = ['--max-semi-space-size=32', 'scripts/start.mjs'];
  const server = await startServerProcess(program, settings, process.stderr).catch(async (error: unknown) => {
    await removeFolder();
    throw error;
  });
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      await server.end();
      await removeFolder();
    },
  };
}

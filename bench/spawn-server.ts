import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#tests/support/free-port.ts';

/** The interval of the readiness check, in ms. */
const PAUSE_MS = 20;

export interface SpawnedServer {
  readonly process: ChildProcess;
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the server in a process of its own on a filled database, without rate limits. Its output is discarded, because
 * reading it would slow down what is measured.
 */
export async function spawnServer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
  program = 'server/main.ts',
): Promise<SpawnedServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    RATE_LIMIT_PER_MINUTE: '1000000',
    LOOKUPS_PER_HOUR: '1000000',
    LOOKUPS_PER_DAY: '1000000',
    TILL_LOOKUPS_PER_HOUR: '1000000',
    TILL_LOOKUPS_PER_DAY: '1000000',
    ...settings,
  };
  const server = spawn('node', ['--max-semi-space-size=32', '--import', 'tsx', program], {
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await delay(PAUSE_MS);
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  };
  return { process: server, url, stop };
}

/** The memory of a process in MB: now, and its maximum since the start or the last `forgetPeak`. */
export async function memoryOf({ pid }: ChildProcess): Promise<{ readonly now: number; readonly peak: number }> {
  const status = await readFile(`/proc/${pid ?? 'self'}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}

/** Resets the maximum. */
export async function forgetPeak({ pid }: ChildProcess): Promise<void> {
  await writeFile(`/proc/${pid ?? 'self'}/clear_refs`, '5');
}

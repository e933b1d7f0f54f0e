import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The reference server in a process of its own, with demonstration data in a folder of its own. */
export interface ReferenceServer {
  readonly url: string;
  stop(): Promise<void>;
}

const READY_WITHIN_MS = 300_000;
const ASK_EVERY_MS = 200;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

async function untilReady(url: string, process: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    if (process.exitCode !== null) throw new Error(`the reference server ended with ${String(process.exitCode)}`);
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    await delay(ASK_EVERY_MS);
  }
  throw new Error('the reference server did not get ready');
}

/** Starts the reference server as `npm start` does, on a free port, and waits until its demonstration data is there. */
export async function startReferenceServer(): Promise<ReferenceServer> {
  const folder = await mkdtemp(join(tmpdir(), 'food-voucher-e2e-'));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const settings = {
    PORT: String(port),
    DATA_DIR: folder,
    DATABASE_URL: '',
    RATE_LIMIT_PER_MINUTE: '100000',
    PIN_USER_FAILURES_PER_HOUR: '100000',
    ESB_INTERVAL_SECONDS: '1',
    ESB_LOOPBACK_LIMIT: '100000',
  };
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  await untilReady(url, child).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { url, stop };
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { verdict } from './figures.ts';
import { startServer } from './start-server.ts';

/**
 * Forms of a request that a signed-in user may send, through any proxy: the server has to stand them. What is slow, or
 * comes in too many connections, the proxy keeps away (docs/operations.md): slow headers, bodies and readers, pipelining,
 * and many connections of one address.
 */

/** The longest time in ms that a request may block the event loop: a body of 8 MB is parsed in one piece. */
const LIMIT_MS = 500;
const NANOSECONDS = 1e6;
const ROUNDS = 3;
const MAX_IDS = 999_999;
const ORDER_DATE = new Date().toISOString();

function orderOf(purchasesIds: readonly unknown[]): string {
  return JSON.stringify({ purchasesIds, orderDate: ORDER_DATE });
}

/** Multiplying by a prime scatters the ids without a seeded shuffle. */
const scattered = Array.from({ length: MAX_IDS }, (_, index) => 1_000_000 + ((index * 7919) % MAX_IDS));

const FORMS: Readonly<Record<string, string>> = {
  '6.4 MB of wrong ids': orderOf(Array.from({ length: 400_000 }, (_, i) => `wrong-${String(i).padStart(6, '0')}`)),
  '8 MB of valid ids': orderOf(scattered),
  '8 MB of ids as texts': orderOf(scattered.slice(0, 800_000).map(String)),
  '7.8 MB of one id': orderOf(Array<number>(3_900_000).fill(1)),
  '8 MB of objects': orderOf(Array<object>(2_700_000).fill({})),
  '8 MB of depth': `{"purchasesIds":${'['.repeat(8_000_000)}`,
  '8 MB of one text': `{"orderDate":"${'x'.repeat(8_000_000)}"}`,
};

/** Sends a request from another thread, so that only the server's work runs on this one. */
function sendFromBeside(url: string, token: string, body: string): Promise<{ status: number; length: number }> {
  const program = `const { workerData: w, parentPort } = require('node:worker_threads');
    const headers = { authorization: 'Bearer ' + w.token, 'content-type': 'application/json' };
    fetch(w.url, { method: 'POST', headers, body: w.body }).then(async (answer) =>
      parentPort.postMessage({ status: answer.status, length: (await answer.text()).length }));`;
  return new Promise((resolve, reject) => {
    const worker = new Worker(program, { eval: true, workerData: { url, token, body } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function measure(url: string, token: string): Promise<void> {
  for (const [name, body] of Object.entries(FORMS)) {
    const told: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const delay = monitorEventLoopDelay({ resolution: 1 });
      // Sending the body to the other thread is not work of the server, so it comes first.
      const sent = sendFromBeside(url, token, body);
      delay.enable();
      const { status, length } = await sent;
      delay.disable();
      const ms = delay.max / NANOSECONDS;
      told.push(`${ms.toFixed(0)} ms ${verdict(ms, LIMIT_MS)} ${status} ${length} B`);
    }
    process.stdout.write(`${name.padEnd(24)} ${told.join(', ')}\n`);
  }
}

/** Measures how long hostile requests block the server's event loop. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'voucher-bench-'));
  const { services, url, close } = await startServer({ kind: 'pglite', folder: join(folder, 'database') });
  const { user_id: userId } = await services.db
    .selectFrom('app_user')
    .select('user_id')
    .where('profile', '=', 'BUSINESS')
    .executeTakeFirstOrThrow();
  const { accessToken } = await createSession(services, userId);
  await measure(url + createAmcOrders.path, accessToken);
  await close();
  await rm(folder, { recursive: true });
}

await main();

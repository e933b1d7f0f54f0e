import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { freePort } from '#tests/support/free-port.ts';
import { verdict } from './figures.ts';
import { startServer } from './start-server.ts';

/**
 * Forms of a request that a signed-in user may send, through any proxy: the server has to stand them. What is slow, or
 * comes in too many connections, the proxy keeps away (docs/operations.md): slow headers, bodies and readers, pipelining,
 * and many connections of one address. With `--proxy` all goes through an nginx that is configured as the documents say,
 * and what it keeps away is tried too.
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

/** The processor time of this thread in ms: on a busy machine the event loop also waits for the processor. */
function processorMs(): number {
  const [ns] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(ns) / NANOSECONDS;
}

async function measure(url: string, token: string): Promise<void> {
  for (const [name, body] of Object.entries(FORMS)) {
    const told: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const loop = monitorEventLoopDelay({ resolution: 1 });
      // Sending the body to the other thread is not work of the server, so it comes first.
      const sent = sendFromBeside(url, token, body);
      const before = processorMs();
      loop.enable();
      const { status, length } = await sent;
      loop.disable();
      const ms = loop.max / NANOSECONDS;
      const worked = `${(processorMs() - before).toFixed(0)} ms of the processor`;
      told.push(`${ms.toFixed(0)} ms ${verdict(ms, LIMIT_MS)}, ${worked}, ${status} ${length} B`);
    }
    process.stdout.write(`${name.padEnd(24)} ${told.join('; ')}\n`);
  }
}

/** The lines of nginx in a document, for another port and server, and without certificates. */
async function nginxLines(port: number, server: string): Promise<string> {
  const document = await readFile('docs/operations.md', 'utf8');
  const lines = /```nginx\n([^`]+)```/.exec(document)?.[1]?.replace(/^server \{\n {2}listen 80;[^}]+\}\n/, '');
  if (lines === undefined) throw new Error('docs/operations.md has no lines for nginx');
  return lines
    .replace(/listen 443 ssl;|ssl_certificate\w* [^;]+;/g, '')
    .replace('server_name', `listen 127.0.0.1:${port};\n  server_name`)
    .replaceAll('http://127.0.0.1:3000', server);
}

/** Starts nginx as the documents configure it. */
async function startProxy(folder: string, server: string): Promise<{ url: string; close: () => Promise<void> }> {
  const port = await freePort();
  // Else the other user that nginx takes must not write into this folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const own = `${user}daemon off; pid ${folder}/nginx.pid; error_log stderr crit; worker_rlimit_nofile 4096;
events { worker_connections 2048; }`;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
  const file = join(folder, 'nginx.conf');
  await writeFile(file, `${own}\nhttp { access_log off; ${paths}\n${await nginxLines(port, server)} }`);
  execFileSync('nginx', ['-q', '-t', '-c', file]);
  const nginx = spawn('nginx', ['-c', file], { stdio: 'inherit' });
  await delay(500);
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGQUIT');
      await ended;
    },
  };
}

/** Opens a connection and writes to it. What comes back is counted in bytes, and read only if that is wanted. */
function openConnection(url: string, text: string, isRead: boolean) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (piece) => (answer += piece.toString('latin1')));
  if (!isRead) socket.pause();
  socket.write(text);
  return { socket, answer: () => answer };
}

const MANY_CONNECTIONS = 400;
const MANY_REQUESTS = 1000;

/** Tries what the proxy keeps away, and counts what of it comes to the server. */
async function attackProxy(url: string, token: string, countConnections: () => Promise<number>): Promise<void> {
  const head = (method: string, path: string) =>
    `${method} ${path} HTTP/1.1\r\nhost: buoni.example.org\r\nauthorization: Bearer ${token}\r\n`;
  const slow = {
    'headers that do not end': 'GET /healthz HTTP/1.1\r\n',
    'bodies that do not end': `${head('POST', createAmcOrders.path)}content-type: application/json\r\ncontent-length: 60000\r\n\r\n{`,
  };
  for (const [name, text] of Object.entries(slow)) {
    const opened = Array.from({ length: MANY_CONNECTIONS }, () => openConnection(url, text, true));
    await delay(2000);
    const refused = opened.filter(({ answer }) => answer().includes(' 503 ')).length;
    const come = await countConnections();
    for (const { socket } of opened) socket.destroy();
    process.stdout.write(
      `${MANY_CONNECTIONS} ${name}: ${come} at the server ${verdict(come, 1)}, ${refused} refused\n`,
    );
  }
  const piped = openConnection(url, `${head('GET', '/healthz')}\r\n`.repeat(MANY_REQUESTS), false);
  await delay(2000);
  const come = await countConnections();
  piped.socket.destroy();
  process.stdout.write(
    `${MANY_REQUESTS} requests on a connection that nobody reads: ${come} at the server ${verdict(come, 1)}\n`,
  );
}

/** Measures how long hostile requests block the server's event loop. */
async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'voucher-bench-'));
  const { app, services, url, close } = await startServer({ kind: 'pglite', folder: join(folder, 'database') });
  const { user_id: userId } = await services.db
    .selectFrom('app_user')
    .select('user_id')
    .where('profile', '=', 'BUSINESS')
    .executeTakeFirstOrThrow();
  const { accessToken } = await createSession(services, userId);
  if (process.argv.includes('--proxy')) {
    const proxy = await startProxy(folder, url);
    const count = () => new Promise<number>((done) => app.server.getConnections((_error, open) => done(open)));
    await measure(proxy.url + createAmcOrders.path, accessToken);
    await attackProxy(proxy.url, accessToken, count);
    await proxy.close();
  } else await measure(url + createAmcOrders.path, accessToken);
  await close();
  await rm(folder, { recursive: true });
}

await main();

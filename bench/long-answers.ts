import { type ChildProcess, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { addDays, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { seedDemoData } from '#server/demo-data/seed-demo-data.ts';
import { createServices } from '#server/create-services.ts';
import { readSettings } from '#server/settings.ts';
import { createSession } from '#server/sign-on/create-session.ts';
import { freePort, startPostgres } from '#tests/api/postgres.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';

/** What must hold while a long answer is made: another shop's calls at p95 in ms, the process in MB. */
const [LIMIT_MS, LIMIT_MB] = [100, 300] as const;
const PURCHASES = Number(process.env.BENCH_PURCHASES ?? '300000');
const LINES = 3;
const PAUSE_MS = 20;
const QUIET_MS = 5000;
const MEGABYTE = 1024 * 1024;

interface Address {
  readonly url: string;
  readonly token: string;
}

function ask({ url, token }: Address, path: string, query: Record<string, string> = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${url}${path}?${new URLSearchParams(query).toString()}`, { headers });
}

function percentile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** What a shop waits for its calls until the work is done, in ms. */
async function timesUntil(shop: Address, work: Promise<unknown>): Promise<readonly number[]> {
  const times: number[] = [];
  const end = new AbortController();
  void work.finally(() => end.abort());
  while (!end.signal.aborted) {
    for (const [path, query] of [
      [readCurrentUser.path, {}],
      [searchProducts.path, { name: 'pa', size: '5' }],
      [searchPurchases.path, { size: '20' }],
    ] as const) {
      const start = performance.now();
      await (await ask(shop, path, query)).text();
      times.push(performance.now() - start);
    }
    await delay(PAUSE_MS);
  }
  return times;
}

async function memoryOf({ pid }: ChildProcess): Promise<string> {
  const status = await readFile(`/proc/${pid ?? 'self'}/status`, 'utf8');
  const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
  return `${peak.toFixed(0)} MB at most${peak > LIMIT_MB ? ' (!)' : ''}`;
}

/** Begins to measure the peak anew. */
async function forgetPeak({ pid }: ChildProcess): Promise<void> {
  await writeFile(`/proc/${pid ?? 'self'}/clear_refs`, '5');
}

async function takeAll(response: Response): Promise<string> {
  if (response.status !== 200) return `status ${response.status}`;
  let bytes = 0;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.length;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

async function startServer(databaseUrl: string): Promise<{ server: ChildProcess; url: string }> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATABASE_URL: databaseUrl,
    DEMO_DATA: 'false',
    RATE_LIMIT_PER_MINUTE: '1000000',
  };
  const server = spawn('node', ['--import', 'tsx', 'server/main.ts'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) await delay(PAUSE_MS);
  return { server, url };
}

/** Measures what another shop and the process's memory notice of a year's billing and of the longest list. */
async function main(): Promise<void> {
  const postgres = await startPostgres();
  const { db, close } = await openDatabase({ kind: 'postgres', url: postgres.url, poolSize: 4 });
  await migrate(db);
  const services = createServices(readSettings({ NODE_ENV: 'test' }), { db });
  await seedDemoData(services, () => undefined);
  const last = addDays(romeDay(new Date()), -1);
  const first = addDays(last, -364);
  const { asl_id: aslId, user_id: payer } = await db
    .selectFrom('app_user')
    .select(['user_id', 'asl_id'])
    .where('asl_id', 'is not', null)
    .orderBy('user_id')
    .executeTakeFirstOrThrow();
  const sellers = await db
    .selectFrom('app_user')
    .select('user_id')
    .where('profile', '=', 'BUSINESS')
    .orderBy('user_id')
    .limit(2)
    .execute();
  const period = { from: startOfDay(first), until: startOfDay(last), aslId: aslId ?? 0 };
  await fillPurchases(db, { count: PURCHASES, lines: LINES, ...period });
  const { server, url } = await startServer(postgres.url);
  const signIn = async (userId: number) => ({ url, token: (await createSession(services, userId)).accessToken });
  const [authority, shop, other] = [
    await signIn(payer),
    await signIn(sellers[0]?.user_id ?? 0),
    await signIn(sellers[1]?.user_id ?? 0),
  ];
  const year = { dateStart: first, dateEnd: last };
  const works: Readonly<Record<string, () => Promise<string>>> = {
    nothing: () => delay(QUIET_MS, ''),
    'a year as CSV': async () => takeAll(await ask(authority, downloadBillProducts.path, year)),
    'a year as PDF': async () => takeAll(await ask(authority, downloadBillSummary.path, year)),
    'size=999999': async () => takeAll(await ask(other, searchPurchases.path, { size: '999999' })),
  };
  process.stdout.write(`${PURCHASES} purchases of ${LINES} lines each in a year, of one payer\n`);
  for (const [name, work] of Object.entries(works)) {
    await forgetPeak(server);
    const start = performance.now();
    const working = work();
    const times = await timesUntil(shop, working);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const [p50, p95, most] = [percentile(times, 0.5), percentile(times, 0.95), Math.max(...times)];
    const others = `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms${p95 > LIMIT_MS ? ' (!)' : ''}, at most ${most.toFixed(0)} ms`;
    process.stdout.write(
      `${name.padEnd(15)} ${await working} in ${seconds} s; ${times.length} calls of another shop: ${others}; ${await memoryOf(server)}\n`,
    );
  }
  server.kill();
  await close();
  await postgres.stop();
}

await main();

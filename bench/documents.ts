import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { downloadBillProducts, downloadBillSummary } from '#contract/calls/billing-summary.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { addDays, romeDay, startOfDay } from '#contract/rules/dates.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { seedDemoData } from '#demo/seed-demo-data.ts';
import { createServices } from '#server/services.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { fillPurchases } from '#tests/support/fill-purchases.ts';
import { percentile, verdict } from './figures.ts';
import { forgetPeak, memoryOf, spawnServer } from './spawn-server.ts';

/** The limits while a long response is created: p95 in ms of another shop's calls, and MB of the process. */
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

/** The durations in ms of a shop's calls until the work is done. */
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

async function sayPeak(server: ChildProcess): Promise<string> {
  const { peak } = await memoryOf(server);
  return `${peak.toFixed(0)} MB at most ${verdict(peak, LIMIT_MB)}`;
}

async function takeAll(response: Response): Promise<string> {
  if (response.status !== 200) return `status ${response.status}`;
  let bytes = 0;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) bytes += piece.value.length;
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

/** Measures how a year's billing and the longest list affect another shop and the memory of the process. */
async function main(): Promise<void> {
  const postgres = await startPostgres();
  const open = await openDatabase({ kind: 'postgres', url: postgres.url, poolSize: 4 });
  const { db, close } = open;
  await migrate(db);
  const services = createServices(readSettings({ NODE_ENV: 'test' }), open);
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
  const { process: server, url, stop } = await spawnServer(postgres.url);
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
    const others = `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms ${verdict(p95, LIMIT_MS)}, at most ${most.toFixed(0)} ms`;
    process.stdout.write(
      `${name.padEnd(15)} ${await working} in ${seconds} s; ${times.length} calls of another shop: ${others}; ${await sayPeak(server)}\n`,
    );
  }
  await stop();
  await close();
  await postgres.stop();
}

await main();

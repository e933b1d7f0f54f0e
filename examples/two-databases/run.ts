import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { makePostgresFolder } from '#tests/api/support/postgres.ts';
import { freePort } from '#tests/support/free-port.ts';
import { SOURCE, startServerProcess } from '#tests/support/server-process.ts';
import { pinOf } from '#tests/faults/fixture/people.ts';
import { auditSales } from './audit-sales.ts';
import { Cluster, addressOf } from './cluster.ts';
import { SELLER, createDatabase, fillDatabase, makePasswords, productionSettings, signIn } from './prepare.ts';
import { startProxy } from './proxy.ts';
import { type Diary, sellBread } from './sellers.ts';

const SELLERS = 8;
const PATIENTS = 6000;
const SERVERS = 2;
/** The range in ms of the random time until a database fails. */
const [EARLIEST, LATEST] = [3000, 10_000];
/** The time in seconds after which the servers stop waiting for the database. */
const QUERY_SECONDS = 5;
/** The time in ms without a standby; longer than the servers wait. */
const WITHOUT_STANDBY = 10_000;
/** In ms. After this time without a sale the run has failed. */
const TIMEOUTS = 60_000;
/** The time in ms in which HAProxy takes every database for available, until its first checks. */
const FIRST_CHECKS = 2000;

const started = performance.now();
const diary: Diary = { sold: [], refusedAt: [] };
const closing = new AbortController();
process.once('SIGINT', () => closing.abort());
/** The functions that end the started programs; they run in reverse order. */
const endings: (() => Promise<void>)[] = [];

function say(line: string): void {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}

async function pause(ms: number): Promise<void> {
  await delay(ms, undefined, { signal: closing.signal });
}

/** Continues the sales after an event in a database, and prints the time until they succeed again. */
async function tellOfSalesSince(instant: number): Promise<void> {
  const mended = Date.now();
  while (!diary.sold.some(({ at }) => at > mended)) {
    if (Date.now() > mended + TIMEOUTS) throw new Error('nobody sells any more');
    await pause(10);
  }
  await pause(randomInt(EARLIEST, LATEST));
  const times = diary.sold.map(({ at }) => at).filter((at) => at >= instant);
  const gaps = times.map((at, index) => at - (times[index - 1] ?? instant));
  const refused = diary.refusedAt.filter((at) => at >= instant).length;
  say(
    `no sale for ${(Math.max(...gaps) / 1000).toFixed(1)} s, ${refused} answers 503; ${diary.sold.length} sales so far`,
  );
}

async function startServers(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
  const servers = await Promise.all(ports.map((port) => startServerProcess(SOURCE, { ...env, PORT: String(port) })));
  endings.push(...servers.map(({ kill }) => kill));
  return ports.map((port) => `http://127.0.0.1:${port}`);
}

/** The events in the databases while the shops sell. */
async function failOver(first: Cluster, second: Cluster): Promise<void> {
  await pause(randomInt(EARLIEST, LATEST));
  say(`${diary.sold.length} sales; the primary dies`);
  const died = Date.now();
  first.kill();
  await first.fence();
  await second.promote();
  say(`the standby is promoted, the former primary is fenced`);
  await tellOfSalesSince(died);

  await first.follow(second);
  await first.start();
  await second.waitFor(first);
  say(`a new standby in the place of the former primary confirms; ${diary.sold.length} sales so far`);

  await pause(randomInt(EARLIEST, LATEST));
  say('the standby dies');
  const left = Date.now();
  first.kill();
  await pause(WITHOUT_STANDBY);
  await first.start();
  say('the standby is back');
  await tellOfSalesSince(left);
}

async function main(): Promise<void> {
  const folder = await makePostgresFolder();
  endings.push(() => rm(folder, { recursive: true }));
  const passwords = makePasswords();
  const [a, b] = [
    new Cluster('a', { folder, port: await freePort(), passwords }),
    new Cluster('b', { folder, port: await freePort(), passwords }),
  ];
  endings.push(
    () => a.stop(),
    () => b.stop(),
  );
  await a.create();
  await a.start();
  await createDatabase(a, passwords);
  await b.follow(a);
  await b.start();
  await a.waitFor(b);
  say('two PostgreSQL: a, and b as its synchronous standby');

  const port = await freePort();
  endings.push(await startProxy(folder, port, [a, b]));
  await pause(FIRST_CHECKS);
  const env = await productionSettings(addressOf(port, 'server', passwords), QUERY_SECONDS);
  const seeds = Array.from({ length: PATIENTS }, (_, index) => index + 1);
  await fillDatabase(addressOf(port, 'owner', passwords), env.PIN_PEPPER ?? '', seeds);
  const urls = await startServers(env);
  const tokens = await signIn(env, Array<number>(SELLERS).fill(SELLER));
  say(`${SERVERS} servers behind a proxy on the primary; ${SELLERS} sellers begin`);

  const shops = tokens.map((token, index) => {
    const url = urls[index % SERVERS] ?? '';
    const ownPatients = seeds.filter((seed) => seed % SELLERS === index);
    return sellBread({ url, token, diary }, ownPatients, closing.signal);
  });
  await Promise.all([...shops, failOver(a, b).finally(() => closing.abort())]);

  const hadToAsk = diary.sold.filter((sale) => sale.hadToAsk).length;
  const withPin = diary.sold.filter(({ seed }) => pinOf(seed) !== undefined).length;
  say(`${diary.sold.length} purchases confirmed, ${withPin} with a PIN; of ${hadToAsk} the answer was lost`);
  for (const [what, count] of Object.entries(await auditSales(b, diary.sold))) {
    say(`${count} ${what}`);
    if (count > 0) process.exitCode = 1;
  }
}

try {
  await main();
} finally {
  closing.abort();
  for (const end of endings.reverse())
    await end().catch((error: unknown) => {
      say(`left behind: ${String(error)}`);
      process.exitCode = 1;
    });
}

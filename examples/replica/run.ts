import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { makePostgresFolder } from '#tests/api/support/postgres.ts';
import { freePort } from '#tests/support/free-port.ts';
import { spread } from '../../bench/figures.ts';
import { auditSales } from '../two-databases/audit-sales.ts';
import { Cluster } from '../two-databases/cluster.ts';
import { createDatabase, fillDatabase, makePasswords, productionSettings, signIn } from '../two-databases/prepare.ts';
import { type Diary, sellBread } from '../two-databases/sellers.ts';
import { type Farm, startFarms, sumOfMetric } from './farm.ts';
import { fillHistory } from './prepare.ts';
import { readLists } from './read-lists.ts';
import { watchLag } from './watch-lag.ts';

const SELLERS = 8;
const READERS = 16;
const PATIENTS = 30_000;
const ROUNDS = 3;
/** The duration of one measurement, and of the sales while the replica lags, in ms. */
const MEASURED_MS = Number(process.env.EXAMPLE_MS ?? 6000);
const LAGGING_MS = 5 * MEASURED_MS;
const LAG_SECONDS = 10;
/** Longer than any statement of the example takes. */
const QUERY_SECONDS = 30;
/** The measured configurations: number of processes and of replicas. */
const FARMS = [
  { processes: 1, replicas: 0 },
  { processes: 2, replicas: 0 },
  { processes: 1, replicas: 1 },
  { processes: 2, replicas: 1 },
];

const started = performance.now();
const closing = new AbortController();
process.once('SIGINT', () => closing.abort());
/** Ends what was begun, the last first. */
const endings: (() => Promise<void>)[] = [];

function say(line: string): void {
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}\n`);
}

/** Works until the time is over. */
async function during<T>(ms: number, work: (end: AbortSignal) => Promise<T>): Promise<T> {
  const end = new AbortController();
  const working = work(end.signal);
  try {
    await Promise.race([working, delay(ms, undefined, { signal: closing.signal })]);
  } finally {
    end.abort();
  }
  return working;
}

/** The figures of one kind of work in a configuration, one for each round. */
interface Figures {
  readonly rate: number[];
  /** CPU time of one call or sale in ms: of the servers, of the primary, of the replica. */
  readonly servers: number[];
  readonly primary: number[];
  readonly replica: number[];
  /** Write-ahead log of one in kB. */
  readonly log: number[];
}

interface Stage {
  readonly farm: Farm;
  readonly primary: Cluster;
  readonly replica: Cluster;
}

async function cpuOf({ farm, primary, replica }: Stage) {
  const servers = await sumOfMetric(farm, 'process_cpu_seconds_total');
  const [row] = await primary.ask<{ readonly log: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as log`,
  );
  return { servers, primary: primary.cpuSeconds(), replica: replica.cpuSeconds(), log: Number(row?.log) };
}

/** Adds one round: how often the work is done in a second, and the CPU time of each. */
async function measure(stage: Stage, figures: Figures, work: (end: AbortSignal) => Promise<number>): Promise<void> {
  const [before, start] = [await cpuOf(stage), performance.now()];
  const count = await during(MEASURED_MS, work);
  const [after, seconds] = [await cpuOf(stage), (performance.now() - start) / 1000];
  figures.rate.push(count / seconds);
  for (const part of ['servers', 'primary', 'replica'] as const)
    figures[part].push(((after[part] - before[part]) * 1000) / count);
  figures.log.push((after.log - before.log) / 1024 / count);
}

async function sizeOf(cluster: Cluster): Promise<number> {
  const [row] = await cluster.ask<{ readonly size: string }>('select pg_database_size(current_database()) as size');
  return Number(row?.size);
}

function none(): Figures {
  return { rate: [], servers: [], primary: [], replica: [], log: [] };
}

function sayFigures(what: string, farm: Farm, { rate, servers, primary, replica, log }: Figures): void {
  const cpu = `servers ${spread(servers, 2)}, primary ${spread(primary, 2)}, replica ${spread(replica, 2)}`;
  say(`${what}, ${farm.name}: ${spread(rate)} a second; CPU ms of each: ${cpu}; log ${spread(log, 1)} kB`);
}

async function main(): Promise<void> {
  const folder = await makePostgresFolder();
  endings.push(() => rm(folder, { recursive: true }));
  const passwords = makePasswords();
  const [primary, replica] = [
    new Cluster('a', { folder, port: await freePort(), passwords }),
    new Cluster('b', { folder, port: await freePort(), passwords }),
  ];
  endings.push(
    () => primary.stop(),
    () => replica.stop(),
  );
  await primary.create();
  await primary.start();
  await createDatabase(primary, passwords);
  const env = await productionSettings(primary.url('server'), QUERY_SECONDS);
  const seeds = Array.from({ length: PATIENTS }, (_, index) => index + 1);
  await fillDatabase(primary.url('owner'), env.PIN_PEPPER ?? '', seeds);
  const users = await fillHistory(primary.url('owner'), SELLERS + READERS + 2);
  await replica.follow(primary);
  await replica.start();
  say('a PostgreSQL with 100,000 purchases, and its replica');

  const withReplica = { ...env, DATABASE_READ_URL: replica.url('server') };
  const planned = FARMS.map(({ processes, replicas }) => ({
    name: `processes ${processes}, replicas ${replicas}`,
    count: processes,
    env: replicas === 0 ? env : withReplica,
  }));
  const farms = await startFarms(folder, planned, (ending) => endings.push(ending));
  const tokens = await signIn(env, users);
  const [sellers, readers] = [tokens.slice(0, SELLERS), tokens.slice(SELLERS, SELLERS + READERS)];
  const [onlooker = '', checker = ''] = tokens.slice(-2);
  const diary: Diary = { sold: [], refusedAt: [] };
  const patients = sellers.map((_, index) => seeds.filter((seed) => seed % SELLERS === index).values());
  const sell = async (url: string, end: AbortSignal) => {
    const before = diary.sold.length;
    await Promise.all(sellers.map((token, index) => sellBread({ url, token, diary }, patients[index] ?? [], end)));
    return diary.sold.length - before;
  };
  const read = async (url: string, end: AbortSignal) => {
    const counts = await Promise.all(readers.map((token) => readLists(url, token, end)));
    return counts.reduce((sum, count) => sum + count, 0);
  };

  const sizeBefore = await sizeOf(primary);
  const results = farms.map((farm) => ({ farm, reads: none(), sales: none() }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { farm, reads, sales } of results) {
      const stage = { farm, primary, replica };
      await measure(stage, reads, (end) => read(farm.url, end));
      await measure(stage, sales, (end) => sell(farm.url, end));
    }
    say(`round ${round + 1} of ${ROUNDS}; ${diary.sold.length} sales so far`);
  }
  for (const { farm, reads } of results) sayFigures('lists', farm, reads);
  for (const { farm, sales } of results) sayFigures('sales', farm, sales);

  const kilobytes = ((await sizeOf(primary)) - sizeBefore) / 1024 / diary.sold.length;
  say(`${kilobytes.toFixed(1)} kB of tables and indexes for each sale, with the reading between them`);

  await replica.ask(`alter system set recovery_min_apply_delay = '${LAG_SECONDS}s'`, 'postgres');
  await replica.ask('select pg_reload_conf()', 'postgres');
  const [farm] = farms.slice(-1);
  if (farm === undefined) throw new Error('There are no servers');
  say(`from now on the replica lags by ${LAG_SECONDS} s`);
  const sessions = { url: farm.url, sellers, onlooker, checker };
  const [sold, seen] = await during(LAGGING_MS, (end) =>
    Promise.all([sell(farm.url, end), watchLag(sessions, diary, end)]),
  );
  const lag = await sumOfMetric(farm, 'database_replica_lag_seconds');
  say(`${sold} sales meanwhile; the servers say ${(lag / farm.processes.length).toFixed(1)} s of lag`);
  const places = ['replica', 'primary_own_write', 'primary_replica_unready'];
  for (const place of places)
    say(`${await sumOfMetric(farm, 'late_reads_total', `"${place}"`)} lists and documents: ${place}`);
  say(`${seen.sales} sales looked for at once:`);
  say(`${seen.missingToSeller} that whoever sold does not see in the list`);
  say(`${seen.missingToOnlooker} that others do not see yet; their list is late by ${spread(seen.lateness, 1)} s`);
  say(`${seen.cartsNotSold} whose cart is not sold to others`);
  say(`${seen.cancellationsRefused} that others cannot cancel`);
  say(`${seen.missingInDocument} of ${seen.documents} that are not in a document`);
  const wrong = [seen.missingToSeller, seen.cartsNotSold, seen.cancellationsRefused, seen.missingInDocument];
  for (const [what, count] of Object.entries(await auditSales(primary, diary.sold))) {
    say(`${count} ${what}`);
    wrong.push(count);
  }
  if (wrong.some((count) => count > 0)) process.exitCode = 1;
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

import { parseArgs } from 'node:util';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { createServices } from '#server/services.ts';
import { migrate } from '#server/database/migrate.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { readSettings } from '#server/settings/settings.ts';
import { createSession } from '#server/sign-on/sessions.ts';
import { startPostgres } from '#tests/api/support/postgres.ts';
import { median, percentile, spread, verdict } from './figures.ts';
import { type Measured, callsOf, longBill } from './server/calls.ts';
import { statementsOf, watchStatements } from './server/capture.ts';
import { Loader } from './server/loader.ts';
import { type Nation, countLargeTables, fillNation, nationOf } from './server/nation.ts';
import { Ids } from './server/ids.ts';
import { plansOf } from './server/plans.ts';
import { QUICK_FILL, SERIOUS } from './server/postgres-settings.ts';
import type { Done, Request, Statement, Work } from './server/work.ts';
import { type SpawnedServer, forgetPeak, memoryOf, spawnServer } from './spawn-server.ts';

const USAGE = `Measures the server on a PostgreSQL with a nation in it, beside the same statements run straight on PostgreSQL.

npm run bench:server [-- --scale 1 --months 120 --seconds 1 --only history --compare 0.01]

  --scale    1 is 250,000 patients with a voucher a month, 10,000 stores and 5 million purchases a year with 15 million
             lines, and what sales leave in commands, access log and audit; a hundredth where not told
  --months   for how long it has sold; 12 where not told
  --compare  a second, smaller nation: how times grow between the two
  --only     only calls whose name has this in it; 'memory' and 'the long bill' are the last two
  --seconds  how long each round of each call takes
  --plans    prints the plan of every statement
  --url      a PostgreSQL that this has filled before, at the scale that is told
`;

const ROUNDS = 3;
const CONNECTIONS = [1, 16, 64] as const;
/**
 * The limits: the least part of the bare throughput, the p95 in ms with 16 connections, and how many times longer than
 * the first page and than the smaller nation.
 */
const WANTED = { ratio: 0.5, p95: 50, farPage: 5, growth: 2 } as const;
const LARGE_ROWS = 20_000;
const BILL = { lines: 200_000, seconds: 3, megabytes: 150 } as const;
const MEMORY = { requests: 100_000, warm: 20_000, growth: 1.2 } as const;
const WARM_REQUESTS = 8000;
/** Sessions outlast a run. */
const SETTINGS = {
  IDLE_SECONDS: '0',
} as const;

interface Options {
  readonly seconds: number;
  readonly only: string;
  readonly plans: boolean;
}

/** The times of calls, by name. */
type Times = Map<string, { readonly p50: number; readonly p95: number }>;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

interface Rounds {
  readonly perSecond: number[];
  readonly p50: number[];
  readonly p95: number[];
}

function addRound(rounds: Rounds, { ms, seconds, failures }: Done, name: string): void {
  if (failures.size > 0)
    throw new Error(`${name}: ${[...failures].map(([what, count]) => `${count}× ${what}`).join(', ')}`);
  rounds.perSecond.push(ms.length / seconds);
  rounds.p50.push(percentile(ms, 0.5));
  rounds.p95.push(percentile(ms, 0.95));
}

/** Frequent calls of all kinds. */
function frequentOf(calls: readonly Measured[]): readonly (readonly Request[])[] {
  const frequent = calls.filter(({ name }) =>
    /^(users\/me|patients by 16|product by EAN|history of a patient)/.test(name),
  );
  return frequent.flatMap((call) => call.sequences.slice(0, 5));
}

const noRounds = (): Rounds => ({ perSecond: [], p50: [], p95: [] });
const digitsOf = (value: number) => (value < 10 ? 1 : 0);

function columns({ perSecond, p50, p95 }: Rounds): string {
  const rate = spread(perSecond, digitsOf(median(perSecond)));
  const times = [p50, p95].map((values) => spread(values, digitsOf(median(values))));
  return `${rate.padStart(22)} ${times.map((one) => one.padStart(19)).join(' ')}`;
}

class Bench {
  private readonly loader = new Loader();
  readonly times: Times = new Map();
  private readonly databaseUrl: string;
  private readonly server: SpawnedServer;
  private readonly options: Options;

  constructor(databaseUrl: string, server: SpawnedServer, options: Options) {
    this.databaseUrl = databaseUrl;
    this.server = server;
    this.options = options;
  }

  private load(
    sequences: readonly (readonly Request[])[],
    connections: number,
    seconds: number,
    most?: number,
  ): Promise<Done> {
    const limits = { connections, seconds, ...(most !== undefined && { most }) };
    return this.loader.run({ kind: 'http', url: this.server.url, sequences, ...limits });
  }

  /** Measures a call with more and more connections until the server is overloaded. */
  async compare(call: Measured, statements: readonly (readonly Statement[])[]): Promise<void> {
    for (const connections of CONNECTIONS) {
      try {
        await this.compareAt(connections, call, statements);
      } catch (error) {
        if (connections === CONNECTIONS[0]) throw error;
        say(
          `${call.name.padEnd(28)} ${String(connections).padStart(3)} ${verdict(Infinity, WANTED.p95)}: ${String(error)}`,
        );
        return;
      }
    }
  }

  /** Measures a call with this number of connections, the server and the bare statements in turn. */
  private async compareAt(
    connections: (typeof CONNECTIONS)[number],
    call: Measured,
    statements: readonly (readonly Statement[])[],
  ): Promise<void> {
    const { seconds } = this.options;
    const isBare = call.kind !== 'sale with PIN';
    const [served, bare] = [noRounds(), noRounds()];
    const work: Work = { kind: 'sql', url: this.databaseUrl, connections, seconds, sequences: statements };
    for (let round = 0; round < ROUNDS; round += 1) {
      addRound(served, await this.load(call.sequences, connections, seconds), call.name);
      if (isBare) addRound(bare, await this.loader.run(work), `${call.name}, bare`);
    }
    const ratio = median(served.perSecond) / median(bare.perSecond);
    const p95 = median(served.p95);
    const verdicts = [
      ...(isBare && call.kind !== 'document' ? [verdict(1 / ratio, 1 / WANTED.ratio)] : []),
      ...(call.kind === 'read' && connections === 16 ? [`p95 ${verdict(p95, WANTED.p95)}`] : []),
    ];
    const name = connections === CONNECTIONS[0] ? call.name : '';
    const beside = isBare ? `${columns(bare)} ${ratio.toFixed(2).padStart(6)}` : '';
    say(`${name.padEnd(28)} ${String(connections).padStart(3)} ${columns(served)} ${beside} ${verdicts.join(', ')}`);
    if (connections === 16) this.times.set(call.name, { p50: median(served.p50), p95 });
  }

  /** Makes frequent calls until the server's code is compiled: its first thousands take twice as long. */
  async warmUp(calls: readonly Measured[]): Promise<void> {
    await this.load(frequentOf(calls), 16, Infinity, WARM_REQUESTS);
  }

  /** Measures whether the memory of the process grows with its requests. */
  async memory(calls: readonly Measured[]): Promise<void> {
    const mixed = frequentOf(calls);
    await this.load(mixed, 16, Infinity, MEMORY.warm);
    const { now: before } = await memoryOf(this.server.process);
    await this.load(mixed, 16, Infinity, MEMORY.requests - MEMORY.warm);
    const { now: after, peak } = await memoryOf(this.server.process);
    say(
      `memory: ${before.toFixed(0)} MB after ${MEMORY.warm} requests, ${after.toFixed(0)} MB after ${MEMORY.requests} ` +
        `(most ${peak.toFixed(0)} MB): ${verdict(after, before * MEMORY.growth)}`,
    );
  }

  async bill(request: Request, days: number): Promise<void> {
    const seconds: number[] = [];
    await forgetPeak(this.server.process);
    const { now: before } = await memoryOf(this.server.process);
    for (let round = 0; round < ROUNDS; round += 1) {
      const done = await this.load([[request]], 1, 0);
      addRound(noRounds(), done, 'the long bill');
      seconds.push(done.seconds);
    }
    const { peak } = await memoryOf(this.server.process);
    say(
      `bill of ${days} days, some ${BILL.lines} lines: ${spread(seconds, 1)} s, at most ${BILL.seconds}: ` +
        `${verdict(median(seconds), BILL.seconds)}; ${before.toFixed(0)} MB before, ${(peak - before).toFixed(0)} MB more at most, ` +
        `wanted ${BILL.megabytes}: ${verdict(peak - before, BILL.megabytes)}`,
    );
  }

  stop(): void {
    this.loader.stop();
  }
}

/** Compares the times of pages far from the first one. */
function compareFarPage(times: Times): void {
  const first = times.get('history');
  for (const [name, far] of times) {
    if (first === undefined || !/^history, (page|its last)/.test(name)) continue;
    const ratio = far.p50 / first.p50;
    say(`${name}: ${ratio.toFixed(1)} times the first one, totals included: ${verdict(ratio, WANTED.farPage)}`);
  }
}

async function sayPlans(
  url: string,
  call: Measured,
  statements: readonly Statement[],
  options: Options,
): Promise<void> {
  const large = await countLargeTables(url, LARGE_ROWS);
  const { plans, readThrough } = await plansOf(url, statements, new Set(large.keys()));
  if (options.plans) plans.forEach((plan) => say(`${call.name}:\n${plan}\n`));
  for (const { table, plan } of readThrough) {
    say(`${call.name}: reads all of ${table}: ${verdict(readThrough.length, 0)}\n${plan}`);
  }
}

/** Makes the requests of a sequence in this process, one after the other, with the ids of the answers. */
async function askAll(app: FastifyInstance, requests: readonly Request[]): Promise<void> {
  const ids = new Ids();
  for (const { method, path, token, body } of requests) {
    const headers = {
      authorization: `Bearer ${token ?? ''}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const payload = body === undefined ? {} : { payload: ids.filled(body) };
    const answer = await app.inject({ method: method as 'GET', url: ids.filled(path), headers, ...payload });
    if (answer.statusCode !== 200) throw new Error(`${path} ${answer.body}`);
    ids.note(answer.body);
  }
}

/** Measures the server on a database with this nation. */
async function measure(url: string, nation: Nation, options: Options): Promise<Times> {
  const open = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
  const settings = readSettings({ NODE_ENV: 'test', RATE_LIMIT_PER_MINUTE: '1000000', ...SETTINGS });
  const services = createServices({ ...settings, tokens: { ...settings.tokens, accessTokenSeconds: 43_200 } }, open);
  const app = await buildApp({ settings, services });
  const signIn = async (userId: number) => (await createSession(services, userId)).accessToken;
  const tokens = { chain: await signIn(1), shop: await signIn(2), authority: await signIn(nation.businesses + 1) };
  const all = await callsOf(open.db, nation, tokens);
  const calls = all.filter(({ name }) => name.includes(options.only));
  const server = await spawnServer(url, SETTINGS, 'bench/server/serve.ts');
  const bench = new Bench(url, server, options);
  try {
    say(
      `\n${Object.entries(nation)
        .map(([what, count]) => `${count} ${what}`)
        .join(', ')}`,
    );
    say(
      `${'call'.padEnd(28)} at ${'server, calls/s'.padStart(22)} ${'p50 ms'.padStart(19)} ${'p95 ms'.padStart(19)} ` +
        `${'bare, calls/s'.padStart(22)} ${'p50 ms'.padStart(19)} ${'p95 ms'.padStart(19)}  ratio`,
    );
    await bench.warmUp(all);
    for (const call of calls) {
      const statements: (readonly Statement[])[] = [];
      for (const requests of call.sequences) statements.push(await statementsOf(() => askAll(app, requests)));
      if (call.kind === 'read') await sayPlans(url, call, statements.flat(), options);
      await bench.compare(call, statements);
    }
    compareFarPage(bench.times);
    if ('memory'.includes(options.only)) await bench.memory(all);
    if ('the long bill'.includes(options.only)) {
      const { request, days } = longBill(nation, tokens.authority, BILL.lines);
      await bench.bill(request, days);
    }
    return bench.times;
  } finally {
    bench.stop();
    await server.stop();
    await app.close();
    await open.close();
  }
}

/** Creates this nation in a new PostgreSQL and measures the server on it. */
async function measureNew(nation: Nation, options: Options): Promise<Times> {
  const postgres = await startPostgres(undefined, QUICK_FILL);
  try {
    const { db, close } = await openDatabase({ kind: 'postgres', url: postgres.url, poolSize: 1 });
    await migrate(db);
    await close();
    const start = performance.now();
    const seconds = () => ((performance.now() - start) / 1000).toFixed(0);
    await fillNation(postgres.url, nation, (step) => say(`filled after ${seconds()} s: ${step}`));
    await postgres.halt();
    await postgres.resume(SERIOUS);
    return await measure(postgres.url, nation, options);
  } finally {
    await postgres.stop();
  }
}

function compareNations(small: Times, large: Times): void {
  for (const [name, { p95 }] of large) {
    const former = small.get(name)?.p95;
    if (former === undefined) continue;
    const growth = p95 / former;
    const figures = `${former.toFixed(1)} ms, then ${p95.toFixed(1)} ms`;
    say(`${name.padEnd(28)} p95 at 16: ${figures}: ${growth.toFixed(1)} times: ${verdict(growth, WANTED.growth)}`);
  }
}

const { values: given } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.01' },
    months: { type: 'string', default: '12' },
    compare: { type: 'string' },
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '0.5' },
    plans: { type: 'boolean', default: false },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (given.help) {
  say(USAGE);
} else {
  const options = { seconds: Number(given.seconds), only: given.only, plans: given.plans };
  const nation = nationOf(Number(given.scale), Number(given.months));
  const smaller = given.compare === undefined ? undefined : nationOf(Number(given.compare), Number(given.months));
  watchStatements();
  say(
    'Client, server and PostgreSQL share this machine. Median (least to most) of 3 rounds, server and bare in turns.',
  );
  say(
    `PostgreSQL: fsync on, ${Object.entries(SERIOUS)
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
  );
  const small = smaller && (await measureNew(smaller, options));
  const large = given.url === undefined ? await measureNew(nation, options) : await measure(given.url, nation, options);
  if (small !== undefined) compareNations(small, large);
  say(process.exitCode === undefined ? 'All figures are within their limits' : 'Some figures are over their limits');
}

import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { seededRandom, seedOf } from '#demo/values.ts';
import { isOnline } from '#src/providers/api/connection.ts';
import { program } from '#tests/api/support/programs.ts';
import { administer, databaseUrl, TEMPLATE } from '#tests/api/support/test-database.ts';
import { faultSeeds, firstFaultSeed } from '#tests/extent.ts';
import { runSeed } from './scenarios/run-seed.ts';
import { runSale } from './scenarios/sale.ts';
import { NO_FAULT } from './proxy/fault.ts';
import type { Schedule } from './proxy/schedule.ts';
import { openFaultFixture } from './use-fault-fixture.ts';
import { fillFaultFixture } from './fixture/people.ts';
import { type KillableServer, startKillableServer } from './fixture/killable-server.ts';

const NAME = 'killed_server';
/** For a busy machine. */
const MAX_PAUSE_MS = 60_000;
/** In a long run, one sale of this number kills the server, because each kill costs a restart. */
const RARELY = 100;
/** From this seed on, the server is killed while it executes the purchase. */
const AMID_PURCHASE = 5;
const killings = Math.max(1, Math.ceil((faultSeeds ?? 0) / RARELY));
const seeds = Array.from({ length: killings }, (_, index) => Math.max(AMID_PURCHASE, firstFaultSeed) + index);

/** The moment of a kill, in ms after the proxy sent a request of this call, and the server's next start. */
interface Killing {
  readonly callName: string;
  readonly ms: number;
  restarted?: Promise<void>;
}

let server: KillableServer;
let fixture: Awaited<ReturnType<typeof openFaultFixture>>;
let killing: Killing | undefined;

async function killAndStart(ms: number): Promise<void> {
  await after(ms);
  await server.kill();
  await server.start();
}

beforeAll(async () => {
  const postgresUrl = inject('postgresUrl');
  await administer(postgresUrl, `create database ${NAME} template ${TEMPLATE}`);
  const place = databaseUrl(postgresUrl, NAME);
  server = await startKillableServer(program('server'), place, (db) => fillFaultFixture(db, 'sale', seeds, new Date()));
  fixture = await openFaultFixture(
    { serverUrl: server.url, databaseUrl: place },
    {
      onSent: (callName) => {
        if (callName === killing?.callName) killing.restarted ??= killAndStart(killing.ms);
      },
      onCalm: async () => killing?.restarted,
    },
  );
});

afterAll(async () => {
  // The portal pings a server that was unreachable. The next scenario must begin online.
  await vi.waitUntil(isOnline, { timeout: MAX_PAUSE_MS });
  await fixture.close();
  await server.kill();
});

test.each(seeds)(
  'design §6 killed processes: the server dies in a sale and the portal finds the truth, seed %i',
  async (seed) => {
    const random = seededRandom(seedOf('moment of a killing', seed));
    const callName = random.pick(['purchases.execute', 'purchases.execute', 'carts.execute', 'carts.putProduct']);
    const planned: Killing = { callName, ms: random.int(0, 12) };
    killing = planned;
    const story = () => [`the server is killed ${planned.ms} ms after ${planned.callName}`];
    const schedule: Schedule = { next: () => NO_FAULT, spare: () => undefined, story };
    await runSeed({ name: 'sale', run: runSale }, fixture, seed, schedule);
    expect(planned.restarted, 'the server was killed').toBeDefined();
    await planned.restarted;
  },
);

import { type Socket, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { downloadReceipt, searchPurchases } from '#contract/calls/purchases.ts';
import { LOCKS } from '#server/database/advisory-locks.ts';
import { migrate } from '#server/database/migrate.ts';
import {
  type DatabaseLocation,
  openDatabase,
  type OpenDatabase,
  untilAvailable,
} from '#server/database/open-database.ts';
import { isDatabaseUnavailable } from '#server/database/pool.ts';
import { codeOf } from '#server/database/sqlstates.ts';
import { createLogger } from '#server/http/logs.ts';
import { startWorker } from '#server/worker.ts';
import { PIN, PRODUCTS, PURCHASES, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { placeOrder, readOrder } from './support/order.ts';
import { type RunningPostgres } from './support/postgres.ts';
import { freePort } from '#tests/support/free-port.ts';
import { preparePostgres } from './support/prepare-postgres.ts';
import { SALES, checkBuying, executeBuying, openCart, put, readLedger, residualOf } from './support/sale.ts';
import { TEMPLATE, administer, databaseUrl, makeTestDatabase } from './support/test-database.ts';

const UNAVAILABLE = { status: 503, error: { code: 5030, description: 'SERVICE_UNAVAILABLE' } };
const LONG = 60_000;
const SHORT = 50;

/** A second pool on a server's database, whose connections are not cut. */
async function openBeside(location: DatabaseLocation): Promise<OpenDatabase> {
  return openDatabase(location.kind === 'postgres' ? { ...location, poolSize: 2 } : location);
}

/** Cuts the connections to this database that match the condition, except those of `beside`. */
async function cut(beside: OpenDatabase, doing = sql`true`): Promise<number> {
  const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name <> 'beside' and ${doing}`.execute(
    beside.db,
  );
  return rows.length;
}

async function countWaiting(beside: OpenDatabase): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(beside.db);
  return rows.length;
}

/** Locks the row of a voucher during the work. */
async function whileHeld<T>(beside: OpenDatabase, voucherId: number, work: () => Promise<T>): Promise<T> {
  return beside.db.transaction().execute(async (trx) => {
    await trx.selectFrom('voucher').select('residual').where('voucher_id', '=', voucherId).forUpdate().execute();
    return work();
  });
}

test('design §4 start: a PostgreSQL whose port is closed is one that may come back', async () => {
  const url = `postgres://nobody@127.0.0.1:${await freePort()}/vouchers`;
  const error: unknown = await openDatabase({ kind: 'postgres', url, poolSize: 1 }).catch((reason: unknown) => reason);
  expect(String(error)).toContain('PostgreSQL cannot be reached');
  expect(isDatabaseUnavailable(error)).toBe(true);
});

/** A way to PostgreSQL that can fall silent: its connections stay open, and nothing comes through. */
async function openWay(url: string) {
  const to = new URL(url);
  const sockets: (readonly [Socket, Socket])[] = [];
  const silent = new Set<Socket>();
  let isLost = false;
  const proxy = createServer((near) => {
    const far = connect(Number(to.port), to.hostname);
    for (const socket of [near, far]) socket.on('error', () => undefined);
    // Of a silent connection neither side learns that the other has gone.
    near.on('close', () => silent.has(near) || far.destroy());
    far.on('close', () => silent.has(near) || near.destroy());
    sockets.push([near, far]);
    if (!isLost) near.pipe(far).pipe(near);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  const through = new URL(url);
  [through.hostname, through.port] = ['127.0.0.1', String(port)];
  return {
    url: through.href,
    fallSilent: (isNewToo: boolean) => {
      isLost = isNewToo;
      for (const [near, far] of sockets) {
        silent.add(near);
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    speak: () => {
      isLost = false;
      silent.clear();
      for (const [near, far] of sockets) near.pipe(far).pipe(near);
    },
    close: async () => {
      for (const socket of sockets.flat()) socket.destroy();
      await new Promise<void>((resolve) => proxy.close(() => resolve()));
    },
  };
}

const QUICK = { statement: 2000, lock: 2000, idleTransaction: 2000 };

async function expectAnsweredAfterSilence(isNewToo: boolean, next: number): Promise<void> {
  const copy = await makeTestDatabase('postgres');
  if (copy.location.kind !== 'postgres') throw new Error('no PostgreSQL');
  const way = await openWay(copy.location.url);
  const server = await startTestServer({
    database: 'postgres',
    copy: { ...copy, location: { ...copy.location, url: way.url, limits: QUICK } },
  });
  const token = await signInAs(server, USERS.aurora);
  const read = async () => (await server.call(readCurrentUser, {}, { token })).status;
  expect(await read()).toBe(200);
  way.fallSilent(isNewToo);
  expect(await read()).toBe(503);
  expect(await read()).toBe(next);
  way.speak();
  await expect.poll(read, { timeout: LONG }).toBe(200);
  await server.close();
  await way.close();
}

test('design §4 connections that are lost on the way, and stay open and silent: a read is answered', () =>
  expectAnsweredAfterSilence(false, 200));

test(
  'design §4 connections that stay open and silent because PostgreSQL’s machine is gone: a read is answered',
  { tags: ['full'] },
  () => expectAnsweredAfterSilence(true, 503),
);

test('design §4 connections that stay open and silent: what the first one had locked is free, and no second one is tried', async () => {
  const { location, remove } = await makeTestDatabase('postgres');
  if (location.kind !== 'postgres') throw new Error('no PostgreSQL');
  const way = await openWay(location.url);
  const lost = await openDatabase({ ...location, url: way.url, poolSize: 4, limits: QUICK });
  const beside = await openBeside(location);
  const hold = (db: OpenDatabase['db']) =>
    sql`select from manufacturer where manufacturer_id = 1 for update`.execute(db);
  // Four connections, all of which will be silent.
  await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.2)`.execute(lost.db)));
  for (const round of ['first', 'second']) {
    const begun = performance.now();
    const failed = lost.db.transaction().execute(async (trx) => {
      await hold(trx);
      way.fallSilent(false);
      await hold(trx);
    });
    const error: unknown = await failed.catch((reason: unknown) => reason);
    expect([round, isDatabaseUnavailable(error)]).toEqual([round, true]);
    const noticed = performance.now();
    await beside.db.transaction().execute(hold);
    await sql`select 1`.execute(lost.db);
    const [first, second] = [noticed - begun, performance.now() - noticed];
    expect([round, first < 4000, second < 2000]).toEqual([round, true, true]);
  }
  await lost.close();
  await beside.close();
  await way.close();
  await remove();
});

describe('connections that are cut (postgres)', () => {
  let server: TestServer;
  let beside: OpenDatabase;
  let token: string;
  beforeAll(async () => {
    const copy = await makeTestDatabase('postgres');
    server = await startTestServer({ database: 'postgres', copy });
    const { location } = copy;
    const url = location.kind === 'postgres' ? `${location.url}?application_name=beside` : '';
    beside = await openBeside({ kind: 'postgres', url, poolSize: 2 });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  async function checkedCart() {
    const cartId = await openCart(server, token, SALES.withPin);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    return { cartId, txCommandId: await checkBuying(server, token, cartId) };
  }

  test('design §4 database away: connections cut while idle are replaced, and the next request works', async () => {
    await Promise.all(Array.from({ length: 5 }, () => server.callOk(readCurrentUser, {}, { token })));
    expect(await cut(beside)).toBeGreaterThan(1);
    await expect.poll(async () => (await fetch(`${server.url}/readyz`)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.call(readCurrentUser, {}, { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('design §4 database away: a purchase cut while it executes is 503 with its trace, writes nothing, and can be executed', async () => {
    const { cartId, txCommandId } = await checkedCart();
    const before = await readLedger(server);
    const answer = await whileHeld(beside, SALES.withPin.voucherId, async () => {
      const execution = executeBuying(server, token, cartId, txCommandId, PIN);
      await expect.poll(() => countWaiting(beside)).toBe(1);
      expect(await cut(beside, sql`wait_event_type = 'Lock'`)).toBe(1);
      return execution;
    });
    expect(answer).toMatchObject(UNAVAILABLE);
    expect(answer.trace).not.toBe('');
    expect(await readLedger(server)).toEqual(before);
    expect(await executeBuying(server, token, cartId, txCommandId, PIN)).toMatchObject({ status: 200 });
    expect(await residualOf(server, SALES.withPin.voucherId)).toBe('106.50');
  });

  test('design §4 database away: a transaction cut between two statements leaves nothing and ends nothing else', async () => {
    const rename = server.db.transaction().execute(async (trx) => {
      await trx.updateTable('manufacturer').set({ name: 'Di passaggio' }).where('manufacturer_id', '=', 1).execute();
      expect(await cut(beside, sql`state = 'idle in transaction'`)).toBe(1);
      await trx.updateTable('manufacturer').set({ name: 'Rimasto' }).where('manufacturer_id', '=', 1).execute();
    });
    const error: unknown = await rename.catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    const { name } = await server.db
      .selectFrom('manufacturer')
      .select('name')
      .where('manufacturer_id', '=', 1)
      .executeTakeFirstOrThrow();
    expect(['Di passaggio', 'Rimasto']).not.toContain(name);
  });

  test('design §4 database away: a migration that is cut begins again, and runs whole', async () => {
    const name = 'cut_migration';
    const serverUrl = inject('postgresUrl');
    await administer(serverUrl, `create database ${name}`);
    const url = databaseUrl(serverUrl, name);
    const holder = await openDatabase({ kind: 'postgres', url, poolSize: 2 });
    const late = await openDatabase({ kind: 'postgres', url, poolSize: 1 });
    let timesAway = 0;
    const retries = { forMs: LONG, waitMs: 1, onAway: () => (timesAway += 1) };
    const migration = await holder.db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LOCKS.migrations})`.execute(trx);
      const begun = untilAvailable(() => migrate(late.db), retries);
      await expect.poll(() => cut(holder, sql`query like 'select pg_try_advisory_lock%'`)).toBe(1);
      await expect.poll(() => timesAway).toBe(1);
      return [begun];
    });
    expect((await Promise.all(migration))[0]?.[0]).toBe('0001-initial.sql');
    await late.close();
    await holder.close();
    await administer(serverUrl, `drop database ${name} with (force)`);
  });
});

describe('limits of time (postgres)', () => {
  test('design §4 time limits: the wait for a row ends in 503, and the command can be executed afterwards', async () => {
    const copy = await makeTestDatabase('postgres');
    const limits = { statement: LONG, lock: SHORT, idleTransaction: LONG };
    const location = { ...copy.location, limits };
    const server = await startTestServer({ database: 'postgres', copy: { ...copy, location } });
    const beside = await openBeside(copy.location);
    const token = await signInAs(server, USERS.aurora);
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    const txCommandId = await checkBuying(server, token, cartId);
    const execute = () => executeBuying(server, token, cartId, txCommandId);
    expect(await whileHeld(beside, SALES.withoutPin.voucherId, execute)).toMatchObject(UNAVAILABLE);
    expect(await execute()).toMatchObject({ status: 200 });
    await beside.close();
    await server.close();
  });

  test.each(['statement', 'idleTransaction'] as const)(
    'design §4 time limits: PostgreSQL ends what takes longer than the limit of %s',
    async (limited) => {
      const copy = await makeTestDatabase('postgres');
      const limits = { statement: LONG, lock: LONG, idleTransaction: LONG, [limited]: SHORT };
      const { db, close } = await openDatabase({ ...copy.location, limits } as DatabaseLocation);
      const beside = await openBeside(copy.location);
      const overlong = db.transaction().execute(async (trx) => {
        if (limited === 'statement') await sql`select pg_sleep(${LONG})`.execute(trx);
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        const isThere = async () =>
          (await sql`select from pg_stat_activity where pid = ${rows[0]?.pid}`.execute(beside.db)).rows.length;
        await expect.poll(isThere).toBe(0);
        await sql`select 1`.execute(trx);
      });
      const error: unknown = await overlong.catch((reason: unknown) => reason);
      expect(isDatabaseUnavailable(error)).toBe(true);
      expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
      await beside.close();
      await close();
      await copy.remove();
    },
  );
});

describe('limits of our own (postgres)', () => {
  const limits = { statement: 1000, lock: SHORT, idleTransaction: LONG };

  test(
    'design §4 time limits: the wait for the migrations of another process has none, and no statement waits',
    { tags: ['full'] },
    async () => {
      const name = 'waiting_migration';
      const serverUrl = inject('postgresUrl');
      await administer(serverUrl, `create database ${name}`);
      const url = databaseUrl(serverUrl, name);
      const holder = await openDatabase({ kind: 'postgres', url, poolSize: 2 });
      const late = await openDatabase({ kind: 'postgres', url, poolSize: 1, limits });
      const migration = await holder.db.transaction().execute(async (trx) => {
        await sql`select pg_advisory_xact_lock(${LOCKS.migrations})`.execute(trx);
        const begun = migrate(late.db);
        const asked = new Set<number>();
        const ask = async () => {
          const { rows } = await sql<{ at: Date }>`select query_start as at from pg_stat_activity
            where datname = current_database() and query like 'select pg_try_advisory_lock%'`.execute(holder.db);
          for (const { at } of rows) asked.add(at.getTime());
          return asked.size;
        };
        await expect.poll(ask).toBeGreaterThan(1);
        expect(await countWaiting(holder)).toBe(0);
        return [begun];
      });
      expect((await Promise.all(migration))[0]?.[0]).toBe('0001-initial.sql');
      await late.close();
      await holder.close();
      await administer(serverUrl, `drop database ${name} with (force)`);
    },
  );

  test(
    'design §4 time limits: what gives itself more time has it, and the next one has ours again',
    { tags: ['full'] },
    async () => {
      const copy = await makeTestDatabase('postgres');
      const { db, close } = await openDatabase({ ...copy.location, poolSize: 1, limits } as DatabaseLocation);
      await db.connection().execute(async (connection) => {
        await sql`set statement_timeout = 0`.execute(connection);
        await connection.transaction().execute((trx) => sql`select pg_sleep(3)`.execute(trx));
        await sql`select pg_sleep(3)`.execute(connection);
      });
      // PostgreSQL would wait for ever, for that setting stays on the connection.
      const error: unknown = await sql`select pg_sleep(60)`.execute(db).catch((reason: unknown) => reason);
      expect(isDatabaseUnavailable(error)).toBe(true);
      await close();
      await copy.remove();
    },
  );
});

describe('a database that cannot be written (postgres)', () => {
  test('design §4 database away: a connection that cannot write leaves the pool at once, with those beside it, and changes go on within 5 s', async () => {
    const { location, remove } = await makeTestDatabase('postgres');
    if (location.kind !== 'postgres') throw new Error('no PostgreSQL');
    const beside = await openBeside(location);
    const name = new URL(location.url).pathname.slice(1);
    const server = await startTestServer({ database: 'postgres', copy: { location, remove } });
    const { db } = server.services;
    const change = () => sql`update manufacturer set name = name where manufacturer_id = 1`.execute(db);
    const states = async () => [
      await change().then(() => 'written', codeOf),
      (await fetch(`${server.url}/readyz`)).status,
    ];
    await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(beside.db);
    await cut(beside);
    await expect.poll(states).toEqual(['25006', 503]);
    // Each of these connections is of the time when nothing could be written, and would keep that.
    await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.2)`.execute(db)));
    await sql.raw('set default_transaction_read_only = off').execute(beside.db);
    await sql.raw(`alter database ${name} reset default_transaction_read_only`).execute(beside.db);
    expect((await states())[0]).toBe('25006');
    expect(await states()).toEqual(['written', 200]);
    await Promise.all(Array.from({ length: 10 }, change));
    await beside.close();
    await server.close();
  });
});

describe('a restart of PostgreSQL', () => {
  let postgres: RunningPostgres;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    postgres = await preparePostgres();
    const location = { kind: 'postgres', url: databaseUrl(postgres.url, TEMPLATE), poolSize: 5 } as const;
    server = await startTestServer({ database: 'postgres', copy: { location, remove: () => postgres.stop() } });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  async function statuses(): Promise<number[]> {
    const answers = await Promise.all([
      server.call(readCurrentUser, {}, { token }),
      server.call(searchPurchases, { query: {} }, { token }),
      server.call(downloadReceipt, { params: { purchaseId: PURCHASES.active.id } }, { token }),
      fetch(`${server.url}/readyz`),
      fetch(`${server.url}/healthz`),
    ]);
    return answers.map(({ status }) => status);
  }

  test('design §4 database away: calls, documents and readiness are 503 meanwhile, the process and its worker go on after the return', async () => {
    const { amcOrderId } = await placeOrder(server.db);
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    const txCommandId = await checkBuying(server, token, cartId);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);

    await postgres.halt();
    const esb = { ...server.settings.esb, intervalMs: 10 };
    const worker = startWorker(server.services, createLogger('silent'), esb);
    const refused = await executeBuying(server, token, cartId, txCommandId);
    expect(refused).toMatchObject(UNAVAILABLE);
    expect(refused.trace).not.toBe('');
    expect(await statuses()).toEqual([503, 503, 503, 503, 200]);

    await postgres.resume();
    expect(await executeBuying(server, token, cartId, txCommandId)).toMatchObject({ status: 200 });
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
    await expect.poll(async () => (await readOrder(server.db, amcOrderId)).esb_status).toBe('SENT');
    await worker.stop();
  });
});

describe('a synchronous standby that is away', () => {
  const limits = { statement: 1000, lock: LONG, idleTransaction: LONG };
  let postgres: RunningPostgres;
  let beside: OpenDatabase;
  let server: TestServer;
  /** On the same database, with the limits of this test. */
  let limited: TestServer;
  let token: string;
  beforeAll(async () => {
    postgres = await preparePostgres();
    const url = databaseUrl(postgres.url, TEMPLATE);
    const location = { kind: 'postgres', url, poolSize: 5 } as const;
    server = await startTestServer({ database: 'postgres', copy: { location, remove: () => postgres.stop() } });
    const copy = { location: { ...location, limits }, remove: () => Promise.resolve() };
    limited = await startTestServer({ database: 'postgres', copy });
    beside = await openDatabase({ kind: 'postgres', url: postgres.url, poolSize: 1 });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(async () => {
    await beside.close();
    await limited.close();
    await server.close();
  });

  async function waitFor(standbys: string): Promise<void> {
    await sql`alter system set synchronous_standby_names = ${sql.lit(standbys)}`.execute(beside.db);
    await sql`select pg_reload_conf()`.execute(beside.db);
    const read = async () => (await sql`show synchronous_standby_names`.execute(beside.db)).rows;
    await expect.poll(read).toEqual([{ synchronous_standby_names: standbys }]);
  }

  async function checkedCart() {
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    return { cartId, txCommandId: await checkBuying(server, token, cartId) };
  }

  test('design §4 database away: a commit whose wait for the standby is cancelled, which PostgreSQL calls done, is 503', async () => {
    const { cartId, txCommandId } = await checkedCart();
    await waitFor('nobody');
    const answer = executeBuying(server, token, cartId, txCommandId);
    const cancelled = async () =>
      (await sql`select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`.execute(beside.db))
        .rows.length;
    await expect.poll(cancelled).toBe(1);
    expect(await answer).toMatchObject(UNAVAILABLE);
    await waitFor('');
    expect(await executeBuying(server, token, cartId, txCommandId)).toMatchObject({
      error: { description: 'TRANSACTION_ALREADY_EXECUTED' },
    });
  });

  test('design §4 database away: a commit that its standby does not confirm is 503 within the limit, and done once when it does', async () => {
    const { cartId, txCommandId } = await checkedCart();
    const before = await residualOf(server, SALES.withoutPin.voucherId);
    await waitFor('nobody');
    expect(await executeBuying(limited, token, cartId, txCommandId)).toMatchObject(UNAVAILABLE);
    expect(await residualOf(server, SALES.withoutPin.voucherId)).toBe(before);
    await waitFor('');
    const again = () => executeBuying(server, token, cartId, txCommandId);
    await expect.poll(again).toMatchObject({ error: { description: 'TRANSACTION_ALREADY_EXECUTED' } });
    expect(await residualOf(server, SALES.withoutPin.voucherId)).toBe((Number(before) - 3.5).toFixed(2));
  });
});

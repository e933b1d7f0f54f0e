import Fastify from 'fastify';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { searchAdminBusinesses } from '#contract/calls/admin/businesses.ts';
import { checkCancellation, downloadPurchases, searchPurchases } from '#contract/calls/purchases.ts';
import { readCartSummary } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import type { Audience, Call, CallInput } from '#contract/call.ts';
import { file } from '#contract/entities/file.ts';
import { type DatabaseLocation, openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import type { Replica } from '#server/database/replica.ts';
import { REPLICA_CALLS, watchReplica } from '#server/http/replica-reads.ts';
import { createLogger } from '#server/http/logs.ts';
import { readCsv } from './support/documents.ts';
import { ASL, BUSINESSES, PATIENTS, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { placeOrder } from './support/order.ts';
import type { PrimaryPostgres, RunningPostgres } from './support/postgres.ts';
import { preparePostgres } from './support/prepare-postgres.ts';
import { SALES, checkBuying, executeBuying, openCart, put, residualOf, sell } from './support/sale.ts';
import { TEMPLATE, databaseUrl } from './support/test-database.ts';

const COLLEAGUE = 'collega.melis';
const MINUTE = 60_000;

describe('reads from a replica (postgres)', () => {
  let postgres: PrimaryPostgres;
  let standby: RunningPostgres;
  /** Two server processes, and a connection to the replica itself. */
  let server: TestServer;
  let other: TestServer;
  let beside: OpenDatabase;
  let location: Extract<DatabaseLocation, { kind: 'postgres' }>;
  let token: string;
  let colleague: string;
  let authority: string;
  let region: string;

  function replicaOf({ services: { replica } }: TestServer): Replica {
    if (replica === undefined) throw new Error('no replica');
    return replica;
  }

  async function pause(): Promise<void> {
    await sql`select pg_wal_replay_pause()`.execute(beside.db);
    const state = async () =>
      (await sql<{ state: string }>`select pg_get_wal_replay_pause_state() as state`.execute(beside.db)).rows[0]?.state;
    await expect.poll(state).toBe('paused');
  }

  /** Waits until the replica has all changes and both servers know it. */
  async function settle(): Promise<void> {
    await sql`select pg_wal_replay_resume()`.execute(beside.db);
    for (const one of [server, other]) {
      const catchUp = async () => {
        await replicaOf(one).poll();
        expect(await replicaOf(one).waitUntilCaughtUp()).toBe(true);
      };
      await vi.waitFor(catchUp, { timeout: MINUTE });
    }
  }

  async function listed(by: TestServer, signature: string): Promise<readonly unknown[]> {
    const { purchases } = await by.callOk(searchPurchases, { query: { size: 100 } }, { token: signature });
    return purchases.map(({ purchaseId }) => purchaseId);
  }

  beforeAll(async () => {
    postgres = await preparePostgres();
    standby = await postgres.replicate();
    location = {
      kind: 'postgres',
      url: databaseUrl(postgres.url, TEMPLATE),
      poolSize: 5,
      replica: { url: databaseUrl(standby.url, TEMPLATE), longestLagMs: MINUTE },
    };
    beside = await openDatabase({ kind: 'postgres', url: databaseUrl(standby.url, TEMPLATE), poolSize: 1 });
    server = await startTestServer({ database: 'postgres', copy: { location, remove: () => Promise.resolve() } });
    other = await startTestServer({ database: 'postgres', copy: { location, remove: () => Promise.resolve() } });
    const {
      user_id: _id,
      folded_username: _folded,
      folded_last_name: _name,
      ...user
    } = await server.db
      .selectFrom('app_user')
      .selectAll()
      .where('username', '=', USERS.aurora)
      .executeTakeFirstOrThrow();
    const { user_id } = await server.db
      .insertInto('app_user')
      .values({ ...user, username: COLLEAGUE })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    expect(await placeOrder(server.db, { purchaseIds: [] })).toMatchObject({ amcOrderId: 1 });
    await server.db.insertInto('user_business').values({ user_id, business_id: BUSINESSES.aurora }).execute();
    [token, colleague] = [await signInAs(server, USERS.aurora), await signInAs(server, COLLEAGUE)];
    [authority, region] = [await signInAs(server, USERS.aslSassari), await signInAs(server, USERS.region)];
    await settle();
  });

  afterEach(settle);

  afterAll(async () => {
    await beside.close();
    await other.close();
    await server.close();
    await postgres.stop();
  });

  test('design §4 replica: who sells sees the sale at once, on every process, and another session the list as it was', async () => {
    await pause();
    const before = await listed(server, colleague);
    const { answered } = replicaOf(server).counts;
    const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    expect(await listed(server, token)).toEqual([purchaseId, ...before]);
    expect(await listed(other, token)).toEqual([purchaseId, ...before]);
    expect(await listed(other, colleague)).toEqual(before);
    await settle();
    expect(await listed(other, colleague)).toEqual([purchaseId, ...before]);
    expect(await listed(server, token)).toEqual([purchaseId, ...before]);
    expect(replicaOf(server).counts.answered).toBeGreaterThan(answered);
  });

  test('design §4 replica: no command rests on it, and no balance, cart or cancellation', async () => {
    await pause();
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.bread, 2);
    const txCommandId = await checkBuying(server, token, cartId);
    const { data } = await executeBuying(server, token, cartId, txCommandId);
    const params = { cartId: Number(cartId) };
    const { cart } = await other.callOk(readCartSummary, { params }, { token: colleague });
    expect(cart.purchaseId).toBe(data?.purchase.purchaseId);
    const query = { fiscalCode: PATIENTS.withoutPin.fiscalCode };
    const { patients } = await other.callOk(searchPatients, { query }, { token: colleague });
    const residual = Number(await residualOf(server, SALES.withoutPin.voucherId));
    expect(patients[0]?.activeVouchers.map(({ residualAmount }) => Number(residualAmount))).toEqual([residual]);
    const cancelled = { params: { purchaseId: Number(cart.purchaseId) } };
    expect(await other.call(checkCancellation, cancelled, { token: colleague })).toMatchObject({ status: 200 });
    expect(REPLICA_CALLS.filter(({ method, searchesByBody }) => method !== 'GET' && searchesByBody !== true)).toEqual(
      [],
    );
  });

  test('design §4 replica: a document has every sale until it was made, though the replica has not', async () => {
    await pause();
    const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const made = async () =>
      readCsv((await other.callOk(downloadPurchases, { query: {} }, { token: colleague })).base64);
    const late = await made();
    expect(late.text).toContain(`${String(purchaseId)};`);
    await settle();
    const { answered } = replicaOf(other).counts;
    const read = await made();
    expect(read.rows).toEqual(late.rows);
    expect(replicaOf(other).counts.answered).toBeGreaterThan(answered);
  });

  test('design §4 replica: an answer goes on at the primary when the replica ends, and never back', async () => {
    const db = replicaOf(server).forOneAnswer();
    const isOnReplica = async () =>
      (await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)).rows[0]?.is;
    expect(await isOnReplica()).toBe(true);
    expect((await sql`create temporary table beside (id int)`.execute(db)).rows).toEqual([]);
    expect(await isOnReplica()).toBe(true);
    await standby.halt();
    expect(await isOnReplica()).toBe(false);
    await standby.resume();
    expect(await isOnReplica()).toBe(false);
  });

  test('design §4 replica: who has just changed more than can be asked about reads from the primary', async () => {
    const { user_id: userId } = await server.db
      .selectFrom('app_user')
      .select('user_id')
      .where('username', '=', USERS.region)
      .executeTakeFirstOrThrow();
    const write = (count: number) =>
      sql`insert into audit (at, action, user_id)
      select ${TEST_NOW}, 'ROW_CHANGED', ${userId} from generate_series(1, ${count})`.execute(server.db);
    const readsOnReplica = async () => {
      await settle();
      const { answered } = replicaOf(server).counts;
      await server.callOk(searchAdminBusinesses, { query: { size: 5 } }, { token: region });
      return replicaOf(server).counts.answered > answered;
    };
    await write(199);
    expect(await readsOnReplica()).toBe(true);
    await write(2);
    expect(await readsOnReplica()).toBe(false);
    await sql`delete from audit where user_id = ${userId}`.execute(server.db);
  });

  test('design §4 replica: lists are answered while it is away, and the server is ready', async () => {
    const before = await listed(server, colleague);
    await standby.halt();
    const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    expect(await listed(server, colleague)).toEqual([purchaseId, ...before]);
    await expect.poll(() => replicaOf(server).state).toBe('AWAY');
    expect(await listed(server, colleague)).toEqual([purchaseId, ...before]);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).not.toMatch(/^database_replica_lag_seconds \d/m);
    expect(metrics).toMatch(/^late_reads_total\{place="primary_replica_unready"\} [1-9]/m);
    await standby.resume();
    await expect.poll(() => replicaOf(server).state, { timeout: MINUTE }).toBe('READY');
  });

  test('design §4 replica: one that lags too much is not used until it has caught up, which the log says once', async () => {
    const lines: string[] = [];
    const { replica, close } = await openDatabase({
      ...location,
      replica: { url: databaseUrl(standby.url, TEMPLATE), longestLagMs: 500 },
    });
    const app = Fastify();
    if (replica) watchReplica(app, replica, createLogger('info', { write: (line) => void lines.push(line) }));
    await expect.poll(() => replica?.state).toBe('READY');
    await pause();
    await server.db.insertInto('category').values({ name: 'Nuova', type: 'CELIAC' }).execute();
    await expect.poll(() => replica?.state, { timeout: MINUTE }).toBe('LATE');
    await replica?.poll();
    expect(replica?.lagMs).toBeGreaterThan(500);
    await settle();
    // A machine that stands still may be late once more.
    const said = () => lines.map((line) => (line.includes('the replica is used') ? 'used' : line));
    await expect.poll(() => said().at(-1), { timeout: MINUTE }).toBe('used');
    expect(lines[0]).toContain('"state":"LATE"');
    expect(said().filter((line) => line === 'used')).toHaveLength(lines.length / 2);
    await app.close();
    await close();
  });

  const period = { dateStart: '2026-04-01', dateEnd: '2026-05-31' };
  const months = { monthStart: '2026-04-01', monthEnd: '2026-05-01' };
  const aslId = ASL.sassari;
  const NEEDED: Readonly<Record<string, object>> = {
    'admin-dossiers.export': { body: { status: 'APPROVED' } },
    'admin-dossiers.search': { body: { status: 'APPROVED' } },
    'admin-findings.search': { query: months },
    'admin-patients.export': { body: { status: 'ENABLED' } },
    'admin-patients.search': { body: { status: 'ENABLED' } },
    'admin-spending.download': { query: { ...months, by: 'month' } },
    'admin-spending.read': { query: { ...months, by: 'month' } },
    'admin-vouchers.export': { body: { status: 'ENABLED' } },
    'admin-vouchers.search': { body: { status: 'ENABLED' } },
    'amc-orders.downloadCsv': { params: { amcOrderId: 1 } },
    'amc-orders.downloadPdf': { query: { amcOrderId: 1 } },
    'billing-summary.downloadProducts': { query: { ...period, aslId } },
    'billing-summary.downloadSummary': { query: { ...period, aslId } },
    'billing-summary.readTotals': { query: { ...period, aslId } },
    'purchases.downloadStoreTransactions': { params: { storeId: STORES.auroraCentro } },
  };

  test.each(REPLICA_CALLS.map((call) => [call.name, call] as const))(
    'design §4 replica: %s is read from it',
    async (name, call: Call) => {
      const tokens = { BUSINESS: token, ASL: authority, OPERATOR: region, REGION: region };
      const [audience] = Array.isArray(call.access) ? (call.access as readonly Audience[]) : [];
      const input = NEEDED[name] ?? (call.method === 'GET' ? { query: {} } : { body: {} });
      const before = replicaOf(server).counts;
      const signature = audience === undefined ? {} : { token: tokens[audience] };
      const { status, error } = await server.call(call, input as CallInput<Call>, signature);
      expect({ status, error }).toEqual({ status: 200 });
      const { answered, failed } = replicaOf(server).counts;
      // A call first looks up the user's own writes. A document waited for all changes instead.
      const own = audience !== undefined && call.answer !== file ? 1 : 0;
      expect(answered - before.answered).toBeGreaterThan(own);
      expect(failed).toBe(before.failed);
    },
  );
});

import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { migrate } from '#server/database/migrate.ts';
import { SERVER_ROLE } from '#server/database/server-role.ts';
import { codeOf } from '#server/database/sqlstates.ts';
import { runAs } from '#server/limiter.ts';
import type { Database } from '#server/services.ts';
import { openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { isDatabaseUnavailable, PINNED_SETTINGS } from '#server/database/pool.ts';
import { type RunningPooler, findPooler, startPooler } from './support/pgbouncer.ts';
import type { RunningPostgres } from './support/postgres.ts';
import { preparePostgres } from './support/prepare-postgres.ts';
import { PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put } from './support/sale.ts';
import { TEMPLATE, databaseUrl } from './support/test-database.ts';

const found = findPooler();
const told = found === undefined ? ' (left out: there is no PgBouncer)' : ` (PgBouncer ${found.version})`;
const knows = found?.knowsPrepared === true;
const toldNew = knows ? told : ' (left out: PGBOUNCER_PATH names none from 1.21 on)';

const LIMITS = { statement: 2000, lock: 1000, idleTransaction: 2000 };

describe.skipIf(found === undefined)('a pooler that shares connections', () => {
  let postgres: RunningPostgres;
  let pooler: RunningPooler | undefined;
  beforeAll(async () => {
    postgres = await preparePostgres();
  });
  afterAll(async () => {
    await pooler?.stop();
    await postgres.stop();
  });

  async function poolerWith(settings: Readonly<Record<string, string>>): Promise<RunningPooler> {
    if (found === undefined) throw new Error('no PgBouncer');
    await pooler?.stop();
    pooler = await startPooler(found, postgres.url, settings);
    return pooler;
  }

  test(`design §4 start: one that does not know prepared statements is refused in words${told}`, async () => {
    const { urlOf } = await poolerWith(knows ? { max_prepared_statements: '0' } : {});
    const opening = openDatabase({ kind: 'postgres', url: urlOf('postgres', TEMPLATE), poolSize: 2 });
    const refusal: unknown = await opening.catch((error: unknown) => error);
    expect(String(refusal)).toContain('PgBouncer from 1.21 does, with max_prepared_statements above 0');
    expect(isDatabaseUnavailable(refusal)).toBe(false);
  });

  test(`design §4 start: one that gives each connection its own is taken, whatever it knows${told}`, async () => {
    const { urlOf } = await poolerWith({ pool_mode: 'session' });
    const open = await openDatabase({ kind: 'postgres', url: urlOf('postgres', TEMPLATE), poolSize: 2 });
    expect(await migrate(open.db)).toEqual([]);
    await open.close();
  });

  test(`design §4 start: one that shares them between statements is refused in words${told}`, async () => {
    const { urlOf } = await poolerWith({ pool_mode: 'statement' });
    const opening = openDatabase({ kind: 'postgres', url: urlOf('postgres', TEMPLATE), poolSize: 2 });
    await expect(opening).rejects.toThrow(/pool_mode = transaction/);
  });

  describe.skipIf(!knows)('that knows prepared statements', () => {
    let server: TestServer;
    let beside: OpenDatabase;
    let token: string;
    beforeAll(async () => {
      // As docs/operations.md says.
      const { urlOf } = await poolerWith({ max_prepared_statements: '200', default_pool_size: '3' });
      const location = { kind: 'postgres', url: urlOf('postgres', TEMPLATE), poolSize: 4, limits: LIMITS } as const;
      server = await startTestServer({
        database: 'postgres',
        copy: { location, remove: () => Promise.resolve() },
      });
      beside = await openDatabase({ kind: 'postgres', url: databaseUrl(postgres.url, TEMPLATE), poolSize: 2 });
      token = await signInAs(server, USERS.aurora);
    });
    afterAll(async () => {
      await beside.close();
      await server.close();
    });

    const { signal } = new AbortController();
    const as = <T>(way: 'sale' | 'office' | 'primary', work: () => Promise<T>) =>
      runAs({ key: 'somebody', signal, way }, work);

    /** What each of these settings is for a statement. */
    async function readSettings(db: Database): Promise<unknown> {
      const names = [...Object.keys(PINNED_SETTINGS), 'statement_timeout', 'lock_timeout', 'transaction_read_only'];
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name = any(${names}) order by name`.execute(db);
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    }

    test(`design §4 limits and settings hold for every statement, whatever others leave behind${toldNew}`, async () => {
      const careless = new pg.Client(pooler?.urlOf(SERVER_ROLE, TEMPLATE));
      await careless.connect();
      const needed = {
        ...PINNED_SETTINGS,
        statement_timeout: '2000',
        lock_timeout: '1000',
        transaction_read_only: 'off',
      };
      const { db, probe } = server.services;
      for (let round = 0; round < 20; round += 1) {
        await careless.query(`set synchronous_commit = off; set statement_timeout = 0; set lock_timeout = 0;
          set default_transaction_isolation = 'serializable'; set search_path = elsewhere; set TimeZone = 'Asia/Tokyo'`);
        const [alone, inTransaction, ready, office] = await Promise.all([
          as('sale', () => readSettings(db)),
          as('primary', () => db.transaction().execute(readSettings)),
          readSettings(probe),
          as('office', () => readSettings(db)),
        ]);
        expect([alone, inTransaction, ready]).toEqual([needed, needed, needed]);
        expect(office).toEqual({ ...needed, transaction_read_only: 'on' });
      }
      await careless.end();
    });

    test(`design §4 time limits: the wait for a row, and a statement, end behind a pooler too${toldNew}`, async () => {
      const cartId = await openCart(server, token, SALES.withoutPin);
      await put(server, token, cartId, PRODUCTS.bread, 1);
      const txCommandId = await checkBuying(server, token, cartId);
      const execute = () => executeBuying(server, token, cartId, txCommandId);
      const begun = performance.now();
      const refused = await beside.db.transaction().execute(async (trx) => {
        await sql`select from voucher where voucher_id = ${SALES.withoutPin.voucherId} for update`.execute(trx);
        return execute();
      });
      expect(refused).toMatchObject({ status: 503 });
      const endless = as('sale', () => sql`select pg_sleep(60)`.execute(server.services.db));
      await expect(endless).rejects.toMatchObject({ code: '57014' });
      expect(performance.now() - begun).toBeLessThan(10_000);
      expect(await execute()).toMatchObject({ status: 200 });
    });

    const change = () =>
      as('sale', () => sql`update manufacturer set name = name where manufacturer_id = 1`.execute(server.services.db));
    const readyz = async () => (await fetch(`${server.url}/readyz`)).status;

    test(`design §4 database away: behind a pooler no call lasts longer than its limit, and calls go on after the return${toldNew}`, async () => {
      await postgres.halt();
      const times = await Promise.all(
        Array.from({ length: 4 }, async () => {
          const begun = performance.now();
          expect(await server.call(readCurrentUser, {}, { token })).toMatchObject({ status: 503 });
          return performance.now() - begun;
        }),
      );
      expect(Math.max(...times)).toBeLessThan(2 * LIMITS.statement + 1500);
      expect(await readyz()).toBe(503);
      await postgres.resume();
      const returned = performance.now();
      const call = async () => (await server.call(readCurrentUser, {}, { token })).status;
      await expect.poll(call, { interval: 100 }).toBe(200);
      expect(performance.now() - returned).toBeLessThan(5000);
      await expect.poll(readyz).toBe(200);
    });

    test(`design §4 database away: what cannot be written leaves the pooler too, and changes go on within 5 s${toldNew}`, async () => {
      await sql.raw(`alter database ${TEMPLATE} set default_transaction_read_only = on`).execute(beside.db);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(beside.db);
      await expect.poll(() => change().catch((error: unknown) => codeOf(error))).toBe('25006');
      expect(await readyz()).toBe(503);
      await sql.raw('set default_transaction_read_only = off').execute(beside.db);
      await sql.raw(`alter database ${TEMPLATE} reset default_transaction_read_only`).execute(beside.db);
      const begun = performance.now();
      await expect.poll(() => change().then(() => 'written', String), { interval: 50 }).toBe('written');
      expect(performance.now() - begun).toBeLessThan(5000);
      await expect.poll(readyz).toBe(200);
    });
  });
});

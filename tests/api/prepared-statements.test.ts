import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCart } from '#contract/calls/carts.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { buildApp } from '#server/app.ts';
import type { DatabaseLocation } from '#server/database/open-database.ts';
import { isAnyOf, PREPARED } from '#server/database/pool.ts';
import { createLogger } from '#server/http/logs.ts';
import { runAs } from '#server/limiter.ts';
import { PATIENTS, PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, openCart, put, sell } from './support/sale.ts';
import { makeTestDatabase } from './support/test-database.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
  token = await signInAs(server, USERS.aurora);
});
afterAll(() => server.close());

async function useAll() {
  await signInAs(server, USERS.aurora);
  await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
  const cartId = await openCart(server, token, SALES.withoutPin);
  await put(server, token, cartId, PRODUCTS.bread, 1);
  await server.callOk(readCart, { params: { cartId: Number(cartId) } }, { token });
  const query = { fiscalCode: PATIENTS.withoutPin.fiscalCode, duplicateByDossier: true };
  await server.callOk(searchPatients, { query }, { token });
  await server.callOk(searchProducts, { query: { name: 'pane' } }, { token });
  await server.callOk(listBusinesses, {}, { token });
  return server.callOk(searchPurchases, { query: { page: 0, size: 20 } }, { token });
}

/** Runs the work on the connection that the next sale takes. */
function onSale<T>(work: () => Promise<T>): Promise<T> {
  return runAs({ key: 'somebody', signal: new AbortController().signal }, work);
}

/** What that connection has prepared, and how often it used the plan that it keeps. */
async function prepared() {
  const asking = sql<{ statement: string; generic_plans: string }>`
    select statement, generic_plans from pg_prepared_statements where name like 'prepared-%'`;
  return (await onSale(() => asking.execute(server.services.db))).rows;
}

test('design §4 prepared statements: what is found by key is planned once, and no search is prepared', async () => {
  await useAll();
  const statements = await prepared();
  expect(statements.length).toBeGreaterThan(25);
  expect(statements.filter(({ statement }) => /\b(like|limit)\b/.test(statement))).toEqual([]);
  // PostgreSQL decides after some executions on a connection.
  const plannedEachTime = async () => {
    await useAll();
    return (await prepared()).filter((one) => one.generic_plans === '0').map(({ statement }) => statement);
  };
  await expect.poll(plannedEachTime, { interval: 0 }).toEqual([]);
});

test('design §4 prepared statements: the plan is kept for a single key too', async () => {
  await sql`create table many_keys as select id from generate_series(1, 20000) as keys (id)`.execute(server.db);
  await sql`create unique index on many_keys (id)`.execute(server.db);
  await sql`analyze many_keys`.execute(server.db);
  const kept = await server.db.connection().execute(async (connection) => {
    for (let time = 0; time < 10; time += 1) {
      const { rows } = await sql`select id from many_keys where ${isAnyOf('id', [7])} ${PREPARED}`.execute(connection);
      expect(rows).toEqual([{ id: 7 }]);
    }
    const { rows } = await sql<{ generic_plans: string }>`
      select generic_plans from pg_prepared_statements where statement like '%from many_keys%'`.execute(connection);
    return rows;
  });
  expect(kept).toEqual([{ generic_plans: 5 }]);
});

test('design §4 prepared statements: columns that a migration adds meanwhile disturb no connection', async () => {
  const { pagination } = await useAll();
  expect((await prepared()).length).toBeGreaterThan(0);
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db);
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) await sql`alter table ${sql.table(name)} add column added_later text`.execute(server.db);
  for (let round = 1; round <= 3; round += 1) {
    expect((await useAll()).pagination.totalCount).toBe(pagination.totalCount + round);
  }
});

test.each([
  ['read', sql`select id from other_type where at > now() ${PREPARED}`, 'id', 'bigint', '0A000'],
  ['written', sql`insert into other_type (note) values (${'x'}) ${PREPARED}`, 'note', 'integer using 0', '42804'],
  ['compared', sql`select at from other_type where word = ${'x'} ${PREPARED}`, 'word', 'integer using 0', '42883'],
])(
  'design §4 prepared statements: a connection is replaced after a column that is %s has got another type',
  async (_, statement, column, type, code) => {
    await sql`create table other_type (id integer, at timestamptz, note text, word text)`.execute(server.db);
    const pid = await server.db.connection().execute(async (connection) => {
      await statement.execute(connection);
      await sql`alter table other_type alter column ${sql.ref(column)} type ${sql.raw(type)}`.execute(connection);
      await expect(statement.execute(connection)).rejects.toMatchObject({ code });
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
      return rows[0]?.pid;
    });
    const present = async () => {
      const { rows } = await sql`select from pg_stat_activity where pid = ${pid}`.execute(server.db);
      return rows.length;
    };
    await expect.poll(present, { interval: 20 }).toBe(0);
    await sql`drop table other_type`.execute(server.db);
  },
);

test('design §4 prepared statements: behind a pooler that does not know them calls are a 503, and the log says why', async () => {
  const copy = await makeTestDatabase('postgres');
  const location = { ...copy.location, poolSize: 1 } as DatabaseLocation;
  const pooled = await startTestServer({ database: 'postgres', copy: { ...copy, location } });
  const bearer = await signInAs(pooled, USERS.aurora);
  const said: string[] = [];
  const { settings, services } = pooled;
  const app = await buildApp({
    settings,
    services,
    logger: createLogger('error', { write: (line) => said.push(line) }),
  });
  const read = async () => {
    const headers = { authorization: `Bearer ${bearer}` };
    return (await app.inject({ url: '/api/v1/users/me', headers })).statusCode;
  };
  expect(await read()).toBe(200);
  // The next statement of this name comes to a connection that does not have it.
  await onSale(() => sql`deallocate all`.execute(services.db));
  expect([await read(), await read()]).toEqual([503, 200]);
  expect(said).toEqual([expect.stringContaining('max_prepared_statements above 0')]);
  await app.close();
  await pooled.close();
});

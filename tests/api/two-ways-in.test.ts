import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { searchClosings } from '#contract/admin/closings.ts';
import { adminPatients } from '#contract/admin/patients.ts';
import { adminManufacturers } from '#contract/admin/products.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { grantServerRole } from '#server/database/server-role.ts';
import { type DatabaseLocation, openDatabase, type OpenDatabase } from '#server/database/open-database.ts';
import { PATIENTS, PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, openCart, put } from './support/sale.ts';
import { type TestDatabase, makeTestDatabase, withOffice } from './support/test-database.ts';
import { untilWaiting } from './support/until-waiting.ts';

const POOL_SIZE = 3;

/** A server with few connections each way, whose offices read from a database of their own if one is given. */
async function startServer(copy: TestDatabase, office = copy): Promise<TestServer> {
  const own = { ...copy.location, poolSize: POOL_SIZE } as DatabaseLocation;
  const location = withOffice(own, POOL_SIZE, office.location);
  return startTestServer({ database: 'postgres', copy: { ...copy, location }, env: { TRUST_PROXY: 'loopback' } });
}

describe('two ways in (postgres)', () => {
  let server: TestServer;
  let beside: OpenDatabase;
  beforeAll(async () => {
    const copy = await makeTestDatabase('postgres');
    server = await startServer(copy);
    beside = await openDatabase(copy.location);
  });
  afterAll(async () => {
    await beside.close();
    await server.close();
  });

  /** Asks for something, many times for each of these users, while a table is locked. */
  async function whileAllWait(path: string, users: readonly string[], table: string, work: () => Promise<void>) {
    const asked = await beside.db.transaction().execute(async (trx) => {
      await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
      const waits: Promise<Response>[] = [];
      for (const [index, user] of users.entries()) {
        const token = await signInAs(server, user);
        const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': `192.0.2.${index}` };
        waits.push(...Array.from({ length: 5 }, () => fetch(new URL(path, server.url), { headers })));
      }
      await untilWaiting(beside.db, POOL_SIZE);
      await work();
      return waits;
    });
    for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
  }

  const readyz = async () => (await fetch(`${server.url}/readyz`)).status;

  test('design §4 two ways in: while offices have all of their connections, a shop sells and the process is ready', async () => {
    const aurora = await signInAs(server, USERS.aurora);
    const operators = [USERS.region, USERS.districtSassari, USERS.districtCagliari];
    await whileAllWait(searchClosings.path, operators, 'month_closing', async () => {
      const cartId = await openCart(server, aurora, SALES.withoutPin);
      expect((await put(server, aurora, cartId, PRODUCTS.bread, 1)).status).toBe(200);
      expect(await readyz()).toBe(200);
    });
  });

  test('design §4 two ways in: while shops have all of theirs, an office reads and the process is ready', async () => {
    const region = await signInAs(server, USERS.region);
    await whileAllWait(`${searchProducts.path}?ean=800`, [USERS.aurora, USERS.corso], 'product', async () => {
      expect((await server.call(searchClosings, { query: {} }, { token: region })).status).toBe(200);
      expect(await readyz()).toBe(200);
    });
  });
});

test('design §4 two ways in: offices read from the replica, but who has just written; whom they see is on the primary', async () => {
  const [copy, replica] = [await makeTestDatabase('postgres'), await makeTestDatabase('postgres')];
  // A database that never catches up tells by its names who read from it.
  const behind = await openDatabase(replica.location);
  await grantServerRole(behind.db);
  await behind.db.updateTable('patient').set({ last_name: 'Ieri' }).execute();
  const server = await startServer(copy, replica);
  const [region, sassari] = [await signInAs(server, USERS.region), await signInAs(server, USERS.districtSassari)];
  // Signing in is a change too.
  await sql`update audit set at = at - interval '1 hour'`.execute(server.db);
  const { fiscalCode } = PATIENTS.withPin;
  const read = async (token: string) => {
    const { rows } = await server.callOk(adminPatients.calls.search, { body: { fiscalCode } }, { token });
    return rows[0]?.lastName === 'Ieri' ? 'replica' : 'primary';
  };
  expect([await read(region), await read(sassari)]).toEqual(['replica', 'replica']);
  await server.callOk(adminManufacturers.calls.create, { body: { name: 'Oggi' } }, { token: region });
  expect([await read(region), await read(sassari)]).toEqual(['primary', 'replica']);
  const consulted = (of: OpenDatabase['db']) =>
    of.selectFrom('consultation').select('call').where('call', '=', 'admin-patients.search').execute();
  expect([(await consulted(server.db)).length, (await consulted(behind.db)).length]).toEqual([4, 0]);
  await server.close();
  await behind.close();
  await replica.remove();
});

import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { searchProducts } from '#contract/calls/products.ts';
import { openDatabase } from '#server/database/open-database.ts';
import { PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { postForm, startSignOn } from './support/portal-client.ts';
import { SALES, openCart, put } from './support/sale.ts';
import { samlResponse } from './support/saml-response.ts';
import { type TestDatabase, makeTestDatabase } from './support/test-database.ts';

let copy: TestDatabase;
let server: TestServer;
beforeAll(async () => {
  copy = await makeTestDatabase('postgres');
  server = await startTestServer({ database: 'postgres', copy });
});
afterAll(() => server.close());

/** The number of connections that wait for a lock. */
async function blocked(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
  return rows[0]?.count ?? 0;
}

test('design §4 turns: a user whose requests all wait for a lock leaves half of the connections to the others', async () => {
  const [aurora, corso] = [await signInAs(server, USERS.aurora), await signInAs(server, USERS.corso)];
  const cartId = await openCart(server, aurora, SALES.withoutPin);
  if (copy.location.kind !== 'postgres') throw new Error('no pool');
  const { poolSize } = copy.location;
  const holder = await openDatabase({ ...copy.location, poolSize: 1 });
  let ended = 0;
  const flood = await holder.db.transaction().execute(async (trx) => {
    await trx.selectFrom('cart').select('cart_id').where('cart_id', '=', Number(cartId)).forUpdate().execute();
    const requests = Array.from({ length: 3 * poolSize }, () =>
      put(server, aurora, cartId, PRODUCTS.bread, 1).finally(() => {
        ended += 1;
      }),
    );
    await expect.poll(blocked).toBe(Math.ceil(poolSize / 2));
    const { products } = await server.callOk(searchProducts, { query: { page: 0, size: 5 } }, { token: corso });
    expect(products).not.toEqual([]);
    expect(ended).toBe(0);
    return requests;
  });
  expect((await Promise.all(flood)).map(({ status }) => status)).toEqual(flood.map(() => 200));
  await holder.close();
});

test.each([
  ['answers to sign-ons', '/sign-on/acs'],
  ['metadata', '/sign-on/metadata'],
])(
  'design §4 turns: however many %s an address asks for, half of the connections are left to the others',
  async (_what, path) => {
    if (copy.location.kind !== 'postgres') throw new Error('no pool');
    const { poolSize } = copy.location;
    const token = await signInAs(server, USERS.corso);
    const { RelayState, SAMLRequest } = await startSignOn(server);
    const fields = { RelayState, SAMLRequest, SAMLResponse: await samlResponse(server, SAMLRequest, USERS.aurora) };
    const url = new URL(path, server.url);
    const ask = () => (path.endsWith('metadata') ? fetch(url) : postForm(url, fields));
    const flood = await server.db.transaction().execute(async (trx) => {
      await sql`lock table key_pair in access exclusive mode`.execute(trx);
      const requests = Array.from({ length: 3 * poolSize }, ask);
      await expect.poll(blocked).toBe(Math.ceil(poolSize / 2));
      await server.callOk(searchProducts, { query: { page: 0, size: 5 } }, { token });
      return { requests };
    });
    for (const { status } of await Promise.all(flood.requests)) expect(status).toBeLessThan(400);
  },
);

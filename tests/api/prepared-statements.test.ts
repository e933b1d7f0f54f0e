import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCart } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { searchPurchases } from '#contract/calls/purchases.ts';
import { PATIENTS, PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, openCart, put, sell } from './support/sale.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
  token = await signInAs(server, USERS.aurora);
});
afterAll(() => server.close());

async function useAll() {
  await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
  const cartId = await openCart(server, token, SALES.withoutPin);
  await put(server, token, cartId, PRODUCTS.bread, 1);
  await server.callOk(readCart, { params: { cartId: Number(cartId) } }, { token });
  const query = { fiscalCode: PATIENTS.withoutPin.fiscalCode, duplicateByDossier: true };
  await server.callOk(searchPatients, { query }, { token });
  return server.callOk(searchPurchases, { query: { page: 0, size: 20 } }, { token });
}

/** What the connection that is used next has prepared. */
async function prepared(): Promise<readonly string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements where name like 'prepared-%'`.execute(server.services.db);
  return rows.map((row) => row.statement);
}

test('design §4 prepared statements: a sale and a history prepare what they find by key, and no search', async () => {
  await useAll();
  const statements = await prepared();
  expect(statements.filter((text) => text.includes('from session'))).toHaveLength(1);
  expect(statements.some((text) => text.includes('from "purchase" inner join "patient"'))).toBe(true);
  expect(statements.filter((text) => /\b(like|limit)\b/.test(text))).toEqual([]);
});

test('design §4 prepared statements: columns that a migration adds meanwhile disturb no connection', async () => {
  const { pagination } = await useAll();
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(server.db);
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows) await sql`alter table ${sql.table(name)} add column added_later text`.execute(server.db);
  // Each finds the statements that were prepared before, on one connection or another.
  for (let round = 1; round <= 3; round += 1) {
    expect((await useAll()).pagination.totalCount).toBe(pagination.totalCount + round);
  }
});

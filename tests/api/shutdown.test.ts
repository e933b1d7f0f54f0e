import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { checkCart, executeCart, putCartProduct } from '#contract/calls/carts.ts';
import { checkPurchase, executePurchase } from '#contract/calls/purchases.ts';
import { type OpenDatabase, openDatabase } from '#server/database/open-database.ts';
import { createServices } from '#server/create-services.ts';
import { readSettings } from '#server/settings.ts';
import { createSession } from '#server/sign-on/create-session.ts';
import { fillWorld, patientOf } from '#tests/faults/world/people.ts';
import { callServer } from './call-server.ts';
import { PIN, PRODUCTS, STORES, TEST_PEPPER } from './fixture.ts';
import { freePort } from './postgres.ts';
import { SOURCE, startServerProcess } from './server-process.ts';
import { type DatabaseKind, makeTestDatabase } from './test-database.ts';

/** Every one of them has a PIN. */
const SEEDS = Array.from({ length: 30 }, (_, index) => 12 * (index + 1));
const AURORA = 1;

/** The settings that say where a test's database is. */
function placeOf({ location }: Awaited<ReturnType<typeof makeTestDatabase>>): Record<string, string> {
  return location.kind === 'postgres'
    ? { DATABASE_URL: location.url, DATABASE_POOL_SIZE: '40' }
    : { DATABASE_URL: '', DATA_DIR: location.folder.replace(/\/database$/, '') };
}

async function signIn(open: OpenDatabase, settings: Record<string, string>): Promise<string> {
  return (await createSession(createServices(readSettings(settings), open), AURORA)).accessToken;
}

async function countWaiting({ db }: OpenDatabase): Promise<number> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}

/** Makes everything of a sale but its last call. */
async function prepareSale(url: string, token: string, patientId: number) {
  const cartBody = { patientId, voucherId: patientId, storeId: STORES.auroraCentro };
  const opening = (await callServer(url, checkCart, { body: cartBody }, { token })).data?.txCommand.txCommandId;
  const cart = (await callServer(url, executeCart, { body: { txCommandId: Number(opening), otp: PIN } }, { token }))
    .data;
  const params = { cartId: Number(cart?.cart.cartId) };
  const body = { productId: PRODUCTS.bread.id, quantity: 1, pricePerUnit: 3.5 };
  await callServer(url, putCartProduct, { params, body }, { token });
  const { data } = await callServer(url, checkPurchase, { params }, { token });
  return { params, body: { txCommandId: Number(data?.txCommand.txCommandId), otp: PIN } };
}

async function begin(kind: DatabaseKind) {
  const database = await makeTestDatabase(kind);
  const port = String(await freePort());
  const settings = {
    NODE_ENV: 'development',
    DEMO_DATA: 'false',
    HOST: '127.0.0.1',
    PORT: port,
    PIN_PEPPER: TEST_PEPPER,
    SHUTDOWN_DELAY_SECONDS: '5',
    ...placeOf(database),
  };
  const before = await openDatabase(database.location);
  await fillWorld(before.db, 'sale', SEEDS, new Date());
  const token = await signIn(before, settings);
  await before.close();
  const server = await startServerProcess(SOURCE, settings);
  const url = `http://127.0.0.1:${port}`;
  const sales = await Promise.all(SEEDS.map((seed) => prepareSale(url, token, patientOf('sale', seed))));
  return {
    database,
    server,
    execute: () => sales.map(async (sale) => (await callServer(url, executePurchase, sale, { token })).status),
    /** What a load balancer sees: a status, or nobody there. */
    readiness: () =>
      fetch(`${url}/readyz`).then(
        ({ status }) => status,
        () => 'gone',
      ),
  };
}

const ALL_SOLD = SEEDS.map(() => 200);

test('design §4 shutdown: told to end, it says so, is gone, and still answers thirty sales under way (postgres)', async () => {
  const { database, server, execute, readiness } = await begin('postgres');
  const beside = await openDatabase(database.location);
  expect(await readiness()).toBe(200);
  const [sold, ended] = await beside.db.transaction().execute(async (trx) => {
    // Holds all of them in their middle.
    await trx.selectFrom('voucher').select('residual').forUpdate().execute();
    const selling = Promise.all(execute());
    await expect.poll(() => countWaiting(beside)).toBe(SEEDS.length);
    const ending = server.end();
    await expect.poll(readiness, { interval: 20 }).toBe(503);
    await expect.poll(readiness).toBe('gone');
    return [selling, ending].map((promise) => () => promise);
  });
  expect(await sold?.()).toEqual(ALL_SOLD);
  expect(await ended?.()).toBe(0);
  await beside.close();
  await database.remove();
});

test('design §4 shutdown: thirty sales under way are answered, those that arrive while it says so too (pglite)', async () => {
  const { database, server, execute, readiness } = await begin('pglite');
  const selling = execute();
  await Promise.race(selling);
  const ended = server.end();
  await expect.poll(readiness, { interval: 20 }).toBe(503);
  expect(await Promise.all(selling)).toEqual(ALL_SOLD);
  expect(await ended).toBe(0);
  await database.remove();
});

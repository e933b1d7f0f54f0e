import { createHmac, scryptSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { PIN, STORES, TEST_PEPPER, USERS } from './fixture.ts';
import { type TestServer, signInAs, startTestServer } from './harness.ts';
import { SALES } from './sale.ts';
import { makeTestDatabase } from './test-database.ts';

/** Takes long enough, on any machine, for other calls to be answered meanwhile. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 } as const;

function slowHash(pin: string): string {
  const salt = Buffer.from('salt-of-the-tests');
  const key = scryptSync(createHmac('sha256', TEST_PEPPER).update(pin).digest(), salt, 32, COST);
  return `scrypt$${COST.N}$${COST.r}$${COST.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
}

/** On PostgreSQL with one connection: whoever held it while hashing would stop everybody. */
let server: TestServer;
let aurora: string;
let corso: string;
beforeAll(async () => {
  const { location, remove } = await makeTestDatabase('postgres');
  const copy = { location: { ...location, poolSize: 1 }, remove };
  const env = { PIN_HASH_THREADS: '1', PIN_HASH_PLACES: '6' };
  server = await startTestServer({ database: 'postgres', copy, env });
  const { patientId } = SALES.withPin;
  await server.db
    .updateTable('patient')
    .set({ pin_hash: slowHash(PIN) })
    .where('patient_id', '=', patientId)
    .execute();
  aurora = await signInAs(server, USERS.aurora);
  corso = await signInAs(server, USERS.corso);
});
beforeEach(async () => {
  await server.db.deleteFrom('pin_attempts').execute();
});
afterAll(() => server.close());

async function checked(token = aurora, storeId: number = STORES.auroraCentro): Promise<number> {
  const { patientId, voucherId } = SALES.withPin;
  const { txCommand } = await server.callOk(checkCart, { body: { patientId, voucherId, storeId } }, { token });
  return Number(txCommand.txCommandId);
}

function execute(txCommandId: number, otp: string, token = aurora) {
  return server.call(executeCart, { body: { txCommandId, otp } }, { token });
}

async function failures(): Promise<number[]> {
  const rows = await server.db.selectFrom('pin_attempts').select('failures').execute();
  return rows.map((row) => row.failures);
}

function underway(): number {
  return server.services.hashing.counts.taken;
}

test('decisions §6 PIN: tries are counted before they are hashed, and meanwhile others have the connection', async () => {
  const commands = [await checked(), await checked(), await checked()];
  const answers = Promise.all(commands.map((command) => execute(command, PIN)));
  await expect.poll(failures).toEqual([3]);
  expect((await server.call(readCurrentUser, {}, { token: corso })).status).toBe(200);
  expect(underway()).toBeGreaterThan(0);
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await failures()).toEqual([0]);
});

test('decisions §6 PIN: beyond the places of a business one is 429 and counts nothing, and another shop has its own', async () => {
  const command = await checked();
  const ofCorso = await checked(corso, STORES.corso);
  const wrong = Promise.all([1, 2, 3].map(() => execute(command, '00000')));
  await expect.poll(underway).toBe(3);
  expect(await execute(command, PIN)).toMatchObject({
    status: 429,
    error: { code: 4290, description: 'TOO_MANY_REQUESTS', retryAfter: 5 },
  });
  expect((await execute(ofCorso, PIN, corso)).status).toBe(200);
  expect((await wrong).map(({ error }) => error?.description)).toEqual(Array(3).fill('TRANSACTION_WRONG_OTP'));
  expect((await failures()).sort()).toEqual([0, 3]);
  expect((await execute(command, PIN)).status).toBe(200);
});

test('decisions §6 PIN: a business that has many waiting does not make another wait for them all', async () => {
  const command = await checked();
  const ofCorso = await checked(corso, STORES.corso);
  const done: string[] = [];
  const wrong = [1, 2, 3].map(() => execute(command, '00000').then(() => done.push('aurora')));
  await expect.poll(failures).toEqual([3]);
  const right = execute(ofCorso, PIN, corso).then(() => done.push('corso'));
  await Promise.all([...wrong, right]);
  expect(done.indexOf('corso')).toBeLessThan(3);
});

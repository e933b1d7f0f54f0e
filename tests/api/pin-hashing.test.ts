import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCurrentUser } from '#contract/calls/authentication.ts';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { type Derive, HashQueue } from '#server/pins/hashing.ts';
import { BUSINESSES, PIN, STORES, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES } from './support/sale.ts';
import { makeTestDatabase } from './support/test-database.ts';

/** A hash queue that can hold hashes back, and records the order of their owners. */
class HeldQueue extends HashQueue {
  readonly order: number[] = [];
  waiting = 0;
  release: () => void = () => undefined;
  #held: readonly number[] = [];
  #released: Promise<void> = Promise.resolve();

  hold(...businessIds: readonly number[]): void {
    this.order.length = 0;
    this.waiting = 0;
    this.#held = businessIds;
    this.#released = new Promise((resolve) => (this.release = resolve));
  }

  override withSlot<T>(businessId: number, work: (derive: Derive) => Promise<T>): Promise<T> {
    return super.withSlot(businessId, (derive) =>
      work(async (derivation) => {
        if (this.#held.includes(businessId)) {
          this.waiting += 1;
          await this.#released;
        }
        const key = await derive(derivation);
        this.order.push(businessId);
        return key;
      }),
    );
  }
}

/** PostgreSQL with one connection: a request that kept it while hashing would block all others. */
const hashing = new HeldQueue({ threads: 1, slots: 6 }, () => undefined);
let server: TestServer;
let aurora: string;
let corso: string;
beforeAll(async () => {
  const { location, remove } = await makeTestDatabase('postgres');
  const copy = { location: { ...location, poolSize: 1 }, remove };
  server = await startTestServer({ database: 'postgres', copy, hashing });
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
  return hashing.counts.taken;
}

test('rules §6 PIN: tries are counted before they are hashed, and meanwhile others have the connection', async () => {
  const commands = [await checked(), await checked(), await checked()];
  hashing.hold(BUSINESSES.aurora);
  const answers = Promise.all(commands.map((command) => execute(command, PIN)));
  await expect.poll(failures).toEqual([3]);
  expect((await server.call(readCurrentUser, {}, { token: corso })).status).toBe(200);
  expect(underway()).toBe(3);
  hashing.release();
  expect((await answers).map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(await failures()).toEqual([0]);
});

test('rules §6 PIN: beyond the places of a business one is 429 and counts nothing, and another shop has its own', async () => {
  const command = await checked();
  const ofCorso = await checked(corso, STORES.corso);
  hashing.hold(BUSINESSES.aurora);
  const wrong = Promise.all([1, 2, 3].map(() => execute(command, '00000')));
  await expect.poll(underway).toBe(3);
  expect(await execute(command, PIN)).toMatchObject({
    status: 429,
    error: { code: 4290, description: 'TOO_MANY_REQUESTS', retryAfter: 5 },
  });
  expect((await execute(ofCorso, PIN, corso)).status).toBe(200);
  hashing.release();
  expect((await wrong).map(({ error }) => error?.description)).toEqual(Array(3).fill('TRANSACTION_WRONG_OTP'));
  expect((await failures()).sort()).toEqual([0, 3]);
  expect((await execute(command, PIN)).status).toBe(200);
});

test('rules §6 PIN: a business that has many waiting does not make another wait for them all', async () => {
  const command = await checked();
  const ofCorso = await checked(corso, STORES.corso);
  hashing.hold(BUSINESSES.aurora, BUSINESSES.corso);
  const wrong = [1, 2, 3].map(() => execute(command, '00000'));
  await expect.poll(() => hashing.waiting).toBe(3);
  const right = execute(ofCorso, PIN, corso);
  await expect.poll(() => hashing.waiting).toBe(4);
  hashing.release();
  await Promise.all([...wrong, right]);
  expect(hashing.order.indexOf(BUSINESSES.corso)).toBeLessThan(3);
});

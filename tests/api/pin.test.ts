import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import type { CallAnswer } from '#contract/call.ts';
import { HASHES, PATIENTS, PIN, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, readLedger } from './support/sale.ts';

const MINUTE_MS = 60_000;
const LOCKED_UNTIL = '2026-05-15T10:15:00.000+02:00';

const wrong = { status: 409, error: { code: 5001, description: 'TRANSACTION_WRONG_OTP' } };
const locked = {
  status: 409,
  error: { code: 5005, description: 'TRANSACTION_LOCKED', lockedUntil: LOCKED_UNTIL },
};

describeOnEachDatabase('PIN', (database) => {
  let now: Date;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    token = await signInAs(server, USERS.aurora);
    await server.db.deleteFrom('pin_attempts').execute();
    await server.db.deleteFrom('pin_pace').execute();
    await server.db.deleteFrom('audit').execute();
  });
  afterAll(() => server.close());

  async function checked(bearer = token, storeId: number = STORES.auroraCentro): Promise<number> {
    const { patientId, voucherId } = SALES.withPin;
    const body = { patientId, voucherId, storeId };
    const { txCommand }: CallAnswer<typeof checkCart> = await server.callOk(checkCart, { body }, { token: bearer });
    return Number(txCommand.txCommandId);
  }

  function execute(txCommandId: number, otp?: string | null, bearer = token) {
    return server.call(executeCart, { body: { txCommandId, otp } }, { token: bearer });
  }

  async function fail(times: number, txCommandId: number, bearer = token): Promise<void> {
    for (let count = 0; count < times; count += 1) await execute(txCommandId, '00000', bearer);
  }

  test('§8 PIN: a wrong, an empty and an absent one are TRANSACTION_WRONG_OTP, nothing written, the command lives', async () => {
    const txCommandId = await checked();
    const before = await readLedger(server);
    for (const otp of ['54321', '', null, undefined]) expect(await execute(txCommandId, otp)).toMatchObject(wrong);
    expect(await readLedger(server)).toEqual(before);
    expect((await execute(txCommandId, PIN)).status).toBe(200);
  });

  test('§5 PIN: one of 21 characters is INVALID_REQUEST and does not count', async () => {
    const txCommandId = await checked();
    await fail(4, txCommandId);
    expect(await execute(txCommandId, '1'.repeat(21))).toMatchObject({
      status: 400,
      error: { code: 4000, description: 'INVALID_REQUEST', field: 'otp' },
    });
    expect((await execute(txCommandId, PIN)).status).toBe(200);
  });

  test('rules §6 PIN: the fifth wrong one in a row locks it for 15 minutes, and says until when', async () => {
    const txCommandId = await checked();
    for (const attemptsLeft of [4, 3, 2, 1]) {
      const { error } = await execute(txCommandId, '00000');
      expect(error).toEqual({ ...wrong.error, attemptsLeft });
    }
    expect(await execute(txCommandId, '00000')).toMatchObject(locked);
    now = new Date(TEST_NOW.getTime() + MINUTE_MS);
    expect(await execute(txCommandId, PIN)).toMatchObject(locked);
    const rows = await server.db.selectFrom('audit').select('action').where('action', 'like', 'PIN%').execute();
    expect(rows.map(({ action }) => action).sort()).toEqual(['PIN_LOCKED', ...Array<string>(4).fill('PIN_REFUSED')]);
  });

  test('rules §6 PIN: the lock ends after 15 minutes, and five more may be wrong', async () => {
    await fail(5, await checked());
    now = new Date(TEST_NOW.getTime() + 15 * MINUTE_MS - 1);
    token = await signInAs(server, USERS.aurora);
    const txCommandId = await checked();
    expect(await execute(txCommandId, PIN)).toMatchObject(locked);
    now = new Date(TEST_NOW.getTime() + 15 * MINUTE_MS);
    for (let count = 0; count < 4; count += 1) expect(await execute(txCommandId, '00000')).toMatchObject(wrong);
    expect((await execute(txCommandId, PIN)).status).toBe(200);
  });

  test('rules §6 PIN: each lock is longer, 15 minutes, 1 hour, then 24 hours, until a right one', async () => {
    const lockedFor = async () => {
      token = await signInAs(server, USERS.aurora);
      const txCommandId = await checked();
      await fail(4, txCommandId);
      const { error } = await execute(txCommandId, '00000');
      const until = new Date(error?.lockedUntil ?? NaN);
      const minutes = (until.getTime() - now.getTime()) / MINUTE_MS;
      now = until;
      await server.db.deleteFrom('pin_pace').execute();
      return minutes;
    };
    expect([await lockedFor(), await lockedFor(), await lockedFor(), await lockedFor()]).toEqual([15, 60, 1440, 1440]);
    token = await signInAs(server, USERS.aurora);
    expect((await execute(await checked(), PIN)).status).toBe(200);
    expect(await lockedFor()).toBe(15);
  });

  test('rules §6 PIN: while it is locked, the search and a check say until when, at this business alone', async () => {
    const { patientId, voucherId } = SALES.withPin;
    const find = async (bearer: string) => {
      const query = { fiscalCode: PATIENTS.withPin.fiscalCode };
      const { patients } = await server.callOk(searchPatients, { query }, { token: bearer });
      return patients[0]?.lockedUntil;
    };
    const check = async (bearer: string, storeId: number) => {
      const { txCommand } = await server.callOk(
        checkCart,
        { body: { patientId, voucherId, storeId } },
        { token: bearer },
      );
      return txCommand.lockedUntil;
    };
    expect([await find(token), await check(token, STORES.auroraCentro)]).toEqual([undefined, undefined]);
    await fail(5, await checked());
    expect([await find(token), await check(token, STORES.auroraCentro)]).toEqual([LOCKED_UNTIL, LOCKED_UNTIL]);
    const corso = await signInAs(server, USERS.corso);
    expect([await find(corso), await check(corso, STORES.corso)]).toEqual([undefined, undefined]);
  });

  test('rules §6 PIN: a right one ends the row of wrong ones', async () => {
    await fail(4, await checked());
    expect((await execute(await checked(), PIN)).status).toBe(200);
    const txCommandId = await checked();
    await fail(4, txCommandId);
    expect((await execute(txCommandId, PIN)).status).toBe(200);
  });

  test('rules §6 PIN: it is counted over commands, and locked for this business only', async () => {
    for (let count = 0; count < 5; count += 1) await execute(await checked(), '00000');
    expect(await execute(await checked(), PIN)).toMatchObject(locked);
    const corso = await signInAs(server, USERS.corso);
    expect((await execute(await checked(corso, STORES.corso), PIN, corso)).status).toBe(200);
  });

  test('rules §6 PIN: the counter is kept even when the sale fails', async () => {
    const cartId = await openCart(server, token, SALES.withPin);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    const txCommandId = await checkBuying(server, token, cartId);
    await executeBuying(server, token, cartId, txCommandId, '00000');
    await put(server, token, cartId, PRODUCTS.bread, 2);
    const failures = async () => (await server.db.selectFrom('pin_attempts').select('failures').execute())[0]?.failures;
    expect(await failures()).toBe(1);
    const refused = await executeBuying(server, token, cartId, txCommandId, '00000');
    expect(refused).toMatchObject(wrong);
    expect(await failures()).toBe(2);
    const changed = await executeBuying(server, token, cartId, txCommandId, PIN);
    expect(changed).toMatchObject({ error: { description: 'CART_CHANGED' } });
    expect(await failures()).toBe(0);
  });

  test('rules §6 pepper: while it is replaced a PIN of either is right, and is hashed with the new one', async () => {
    const { rules } = server.services;
    const former = rules.pin.pepper;
    const withPeppers = (pepper: string, formerPepper?: string) =>
      Object.assign(server.services, { rules: { ...rules, pin: { ...rules.pin, pepper, formerPepper } } });
    const hashes = () => server.db.selectFrom('patient').select('pin_hash').where('pin_hash', 'is not', null).execute();
    const kept = await hashes();
    withPeppers('a newer pepper of the tests', former);
    expect(await execute(await checked(), '54321')).toMatchObject(wrong);
    expect(await hashes()).toEqual(kept);
    expect((await execute(await checked(), PIN)).status).toBe(200);
    expect(await hashes()).not.toEqual(kept);
    withPeppers('a newer pepper of the tests');
    expect((await execute(await checked(), PIN)).status).toBe(200);
    withPeppers(former);
    expect(await execute(await checked(), PIN)).toMatchObject(wrong);
    await server.db.updateTable('patient').set({ pin_hash: HASHES.pin }).where('pin_hash', 'is not', null).execute();
    Object.assign(server.services, { rules });
  });

  test('§7 PIN: where none is required, one that is sent is ignored', async () => {
    const cartId = await openCart(server, token, { ...SALES.withoutPin, otp: 'anything' });
    expect(cartId).toBeTypeOf('number');
    expect(await server.db.selectFrom('pin_attempts').selectAll().execute()).toEqual([]);
  });
});

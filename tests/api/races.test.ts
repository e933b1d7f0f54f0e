import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import { clocks } from '#server/database/clock.ts';
import { renewVouchers } from '#server/patients/renew-vouchers.ts';
import { PATIENTS, PIN, PRODUCTS, STORES, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, residualOf } from './support/sale.ts';

const never = new AbortController().signal;

/** Only on PostgreSQL: the embedded database has one session, so there are no races (design §6). */
describe('races (postgres)', () => {
  let server: TestServer;
  let aurora: string;
  let corso: string;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres' });
    aurora = await signInAs(server, USERS.aurora);
    corso = await signInAs(server, USERS.corso);
  });
  afterAll(() => server.close());

  function outcomes(answers: readonly { readonly status: number; readonly error?: { description?: string | null } }[]) {
    return answers.map(({ status, error }) => error?.description ?? String(status)).sort();
  }

  test('rules §5 race: of many shops that spend the same voucher at once, only as many as it covers succeed', async () => {
    const attempts = await Promise.all(
      Array.from({ length: 8 }, async (_, index) => {
        const [token, storeId] = index % 2 === 0 ? [aurora, STORES.auroraCentro] : [corso, STORES.corso];
        const cartId = await openCart(server, token, { ...SALES.withoutPin, storeId });
        await put(server, token, cartId, PRODUCTS.bread, 10);
        return { token, cartId, txCommandId: await checkBuying(server, token, cartId) };
      }),
    );
    const answers = await Promise.all(
      attempts.map(({ token, cartId, txCommandId }) => executeBuying(server, token, cartId, txCommandId)),
    );
    expect(outcomes(answers)).toEqual(['200', '200', ...Array<string>(6).fill('VOUCHER_AMOUNT_NOT_SUFFICIENT')]);
    expect(await residualOf(server, 200)).toBe('20.00');
  });

  test('rules §5 race: of two carts on a voucher that is nearly spent, one is bought', async () => {
    const attempts = await Promise.all(
      [0, 1].map(async () => {
        const cartId = await openCart(server, aurora, SALES.nearlySpent);
        await put(server, aurora, cartId, PRODUCTS.cheap, 200);
        return { cartId, txCommandId: await checkBuying(server, aurora, cartId) };
      }),
    );
    const answers = await Promise.all(
      attempts.map(({ cartId, txCommandId }) => executeBuying(server, aurora, cartId, txCommandId)),
    );
    expect(outcomes(answers)).toEqual(['200', 'VOUCHER_AMOUNT_NOT_SUFFICIENT']);
    expect(await residualOf(server, SALES.nearlySpent.voucherId)).toBe('0.20');
  });

  test('rules §6 race: the same purchase executed at once is made once', async () => {
    const cartId = await openCart(server, aurora, SALES.proteinFree);
    await put(server, aurora, cartId, PRODUCTS.proteinFree, 1);
    const txCommandId = await checkBuying(server, aurora, cartId);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => executeBuying(server, aurora, cartId, txCommandId)),
    );
    expect(outcomes(answers)).toEqual(['200', ...Array<string>(99).fill('TRANSACTION_ALREADY_EXECUTED')]);
    expect(await residualOf(server, SALES.proteinFree.voucherId)).toBe('145.20');
  });

  test('rules §6 race: two commands of one cart executed at once buy it once', async () => {
    const before = Number(await residualOf(server, SALES.proteinFree.voucherId));
    const cartId = await openCart(server, aurora, SALES.proteinFree);
    await put(server, aurora, cartId, PRODUCTS.proteinFree, 1);
    const commands = [await checkBuying(server, aurora, cartId), await checkBuying(server, aurora, cartId)];
    const answers = await Promise.all(
      commands.map((txCommandId) => executeBuying(server, aurora, cartId, txCommandId)),
    );
    expect(outcomes(answers)).toEqual(['200', 'TRANSACTION_ALREADY_EXECUTED']);
    expect(Number(await residualOf(server, SALES.proteinFree.voucherId))).toBeCloseTo(before - 4.8);
  });

  test('rules §6 race: a line put while its cart is bought is in the purchase or refused, never lost', async () => {
    const sale = { patientId: 3, voucherId: 300, storeId: STORES.auroraCentro };
    for (let round = 0; round < 5; round += 1) {
      const cartId = await openCart(server, aurora, sale);
      await put(server, aurora, cartId, PRODUCTS.penne, 1);
      const txCommandId = await checkBuying(server, aurora, cartId);
      const [change, bought] = await Promise.all([
        put(server, aurora, cartId, PRODUCTS.fusilli, 1),
        executeBuying(server, aurora, cartId, txCommandId),
      ]);
      expect([
        ['TRANSACTION_ALREADY_EXECUTED', '200'],
        ['200', 'CART_CHANGED'],
      ]).toContainEqual([...outcomes([change]), ...outcomes([bought])]);
    }
  });

  test('rules §6 race: the same cart creation executed at once opens one cart', async () => {
    const { patientId, voucherId, storeId } = SALES.proteinFree;
    const body = { patientId, voucherId, storeId };
    const { txCommand } = await server.callOk(checkCart, { body }, { token: aurora });
    const execution = { body: { txCommandId: Number(txCommand.txCommandId) } };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => server.call(executeCart, execution, { token: aurora })),
    );
    expect(outcomes(answers)).toEqual(['200', ...Array<string>(9).fill('TRANSACTION_ALREADY_EXECUTED')]);
  });

  test('rules §6 race: PINs tried at once are counted one by one, and the right one comes too late', async () => {
    const { patientId, voucherId, storeId } = SALES.withPin;
    const body = { patientId, voucherId, storeId };
    const { txCommand } = await server.callOk(checkCart, { body }, { token: aurora });
    const execute = (otp: string) =>
      server.call(executeCart, { body: { txCommandId: Number(txCommand.txCommandId), otp } }, { token: aurora });
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => execute(String(90_000 + index))));
    expect(outcomes(answers)).toEqual([
      ...Array<string>(96).fill('TRANSACTION_LOCKED'),
      ...Array<string>(4).fill('TRANSACTION_WRONG_OTP'),
    ]);
    expect(await execute(PIN)).toMatchObject({ status: 409, error: { description: 'TRANSACTION_LOCKED' } });
    const compared = await server.db.selectFrom('audit').select('action').where('action', 'like', 'PIN%').execute();
    expect(compared).toHaveLength(5);
  });

  test('rules §6 race: of PINs tried at once no more than five are compared, and a right one among them unlocks', async () => {
    const patientId = PATIENTS.twoVouchers.id;
    const body = { patientId, voucherId: 1002, storeId: STORES.auroraCentro };
    const check = async () => {
      const { txCommand } = await server.callOk(checkCart, { body }, { token: aurora });
      return Number(txCommand.txCommandId);
    };
    const execute = (txCommandId: number, otp: string) =>
      server.call(executeCart, { body: { txCommandId, otp } }, { token: aurora });
    const wrong = await check();
    for (let count = 0; count < 3; count += 1) await execute(wrong, '00000');
    const commands = await Promise.all(Array.from({ length: 20 }, check));
    const answers = outcomes(await Promise.all(commands.map((command) => execute(command, PIN))));
    expect(answers.filter((outcome) => outcome === '200').length).toBeGreaterThanOrEqual(2);
    expect(answers.filter((outcome) => outcome !== '200' && outcome !== 'TRANSACTION_LOCKED')).toEqual([]);
    const { failures, locks, locked_until } = await server.db
      .selectFrom('pin_attempts')
      .selectAll()
      .where('patient_id', '=', patientId)
      .executeTakeFirstOrThrow();
    expect({ failures, locks, locked_until }).toEqual({ failures: 0, locks: 0, locked_until: null });
  });

  test('design §4 race: the worker in several processes gives each dossier one voucher', async () => {
    const inJune = { ...server.services, ...clocks(() => new Date('2026-06-10T08:00:00Z')) };
    const made = await Promise.all(Array.from({ length: 5 }, () => renewVouchers(inJune, never)));
    const vouchers = await server.db.selectFrom('voucher').selectAll().where('month', '=', '2026-06-01').execute();
    expect(made.reduce((total, count) => total + count, 0)).toBe(vouchers.length);
    expect(new Set(vouchers.map((voucher) => voucher.dossier_id)).size).toBe(vouchers.length);
    expect(vouchers.length).toBeGreaterThan(0);
  });
});

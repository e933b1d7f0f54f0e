import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { switchBusiness } from '#contract/calls/authentication.ts';
import { checkCart, executeCart } from '#contract/calls/carts.ts';
import type { ErrorDescription } from '#contract/errors.ts';
import { BUSINESSES, PATIENTS, PIN, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, openCart, readLedger } from './support/sale.ts';

const UNKNOWN = 999_999;
const TOO_LARGE = 999_999_999_999;
const MINUTE_MS = 60_000;
const { withPin, withoutPin, nearlySpent } = SALES;

describeOnEachDatabase('cart creation', (database) => {
  let now: Date;
  let server: TestServer;
  let token: string;
  let corso: string;
  beforeAll(async () => {
    now = TEST_NOW;
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    token = await signInAs(server, USERS.aurora);
    corso = await signInAs(server, USERS.corso);
  });
  afterAll(() => server.close());

  function check(body: { patientId: number; voucherId: number; storeId: number }) {
    return server.call(checkCart, { body }, { token });
  }

  async function checked() {
    const { patientId, voucherId, storeId } = SALES.withoutPin;
    const { txCommand } = await server.callOk(checkCart, { body: { patientId, voucherId, storeId } }, { token });
    return Number(txCommand.txCommandId);
  }

  function execute(txCommandId: number, otp?: string, bearer = token) {
    return server.call(executeCart, { body: { txCommandId, otp } }, { token: bearer });
  }

  async function voucher(voucherId: number, change: { residual?: string; status?: 'ENABLED' | 'REVOKED' }) {
    await server.db.updateTable('voucher').set(change).where('voucher_id', '=', voucherId).execute();
  }

  test('§4 step 1: a PIN is required exactly where the patient has one', async () => {
    expect((await check({ patientId: 1, voucherId: 100, storeId: 11 })).data?.txCommand.otpRequired).toBe(true);
    expect((await check({ patientId: 2, voucherId: 200, storeId: 11 })).data?.txCommand.otpRequired).toBe(false);
  });

  test.each<[string, number, ErrorDescription, { patientId: number; voucherId: number; storeId: number }]>([
    ['a store of another business', 404, 'STORE_NOT_FOUND', { ...withoutPin, storeId: STORES.corso }],
    ['a store of the other business of the user', 404, 'STORE_NOT_FOUND', { ...withoutPin, storeId: STORES.bottega }],
    ['an unknown store', 404, 'STORE_NOT_FOUND', { ...withoutPin, storeId: UNKNOWN }],
    ['a store id beyond all rows', 404, 'STORE_NOT_FOUND', { ...withoutPin, storeId: TOO_LARGE }],
    ['an unknown patient', 404, 'PATIENT_NOT_FOUND', { ...withoutPin, patientId: UNKNOWN }],
    ['a disabled patient', 404, 'PATIENT_NOT_FOUND', { ...withoutPin, patientId: 9, voucherId: 900 }],
    ['the voucher of another patient', 404, 'VOUCHER_NOT_FOUND', { ...withoutPin, voucherId: 100 }],
    ['an unknown voucher', 404, 'VOUCHER_NOT_FOUND', { ...withoutPin, voucherId: TOO_LARGE }],
    ['a revoked dossier', 409, 'DOSSIER_NOT_APPROVED', { ...withoutPin, patientId: 4, voucherId: 400 }],
    ['a revoked voucher', 409, 'VOUCHER_NOT_ENABLED', { ...withoutPin, patientId: 7, voucherId: 700 }],
    ['an expired voucher', 409, 'VOUCHER_NOT_ENABLED', { ...withoutPin, patientId: 8, voucherId: 800 }],
  ])('rules §5 check: %s is refused', async (_what, status, description, body) => {
    const { patientId, voucherId, storeId } = body;
    const refused = await check({ patientId, voucherId, storeId });
    expect(refused).toMatchObject({ status, error: { description } });
  });

  test('§8 check: a voucher on which nothing is left is 412 with 5004', async () => {
    const { patientId, voucherId, storeId } = nearlySpent;
    await voucher(voucherId, { residual: '0' });
    const refused = await check({ patientId, voucherId, storeId });
    await voucher(voucherId, { residual: '1' });
    expect(refused).toMatchObject({
      status: 412,
      error: { code: 5004, description: 'VOUCHER_AMOUNT_NOT_SUFFICIENT' },
    });
  });

  test('rules §4 voucher: it may be spent through 23:59:59 of Rome on its last day, and not before its first', async () => {
    const { patientId, voucherId, storeId } = withoutPin;
    const at = async (instant: string) => {
      now = new Date(instant);
      const bearer = await signInAs(server, USERS.aurora);
      const body = { patientId, voucherId, storeId };
      return (await server.call(checkCart, { body }, { token: bearer })).status;
    };
    expect(await at('2026-05-31T21:59:59.999Z')).toBe(200);
    expect(await at('2026-05-31T22:00:00Z')).toBe(409);
    expect(await at('2026-04-30T21:59:59Z')).toBe(409);
    expect(await at('2026-04-30T22:00:00Z')).toBe(200);
  });

  test('§4 step 1 to 2: executing opens an empty cart on the whole voucher', async () => {
    const { data } = await execute(await checked());
    const cart = data?.cart;
    expect(cart).toMatchObject({ items: [], patient: { patientId: PATIENTS.withoutPin.id, categoryType: 'CELIAC' } });
    const { storeId, voucherId } = SALES.withoutPin;
    const store = await server.db.selectFrom('store').select('name').where('store_id', '=', storeId).executeTakeFirst();
    expect(cart).toMatchObject({ store: { storeId, ...store }, voucher: { voucherId, code: `B-${voucherId}` } });
    expect(cart?.residualAmount?.toFixed()).toBe('90');
    expect(cart?.voucherInitialAmount?.toFixed()).toBe('90');
  });

  test('rules §6 command: it is executed once, then TRANSACTION_ALREADY_EXECUTED', async () => {
    const txCommandId = await checked();
    expect((await execute(txCommandId)).status).toBe(200);
    const before = await readLedger(server);
    expect(await execute(txCommandId)).toMatchObject({
      status: 409,
      error: { code: 5002, description: 'TRANSACTION_ALREADY_EXECUTED' },
    });
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §6 command: an unknown one, another user’s, and one of another business of the user are 404', async () => {
    const txCommandId = await checked();
    const { auth } = await server.callOk(switchBusiness, { params: { businessId: BUSINESSES.bottega } }, { token });
    const notFound = { status: 404, error: { code: 4040, description: 'TRANSACTION_NOT_FOUND' } };
    expect(await execute(TOO_LARGE)).toMatchObject(notFound);
    expect(await execute(txCommandId, undefined, corso)).toMatchObject(notFound);
    expect(await execute(txCommandId, undefined, auth.accessToken)).toMatchObject(notFound);
    expect((await execute(txCommandId)).status).toBe(200);
  });

  test('rules §6 command: it lives ten minutes', async () => {
    const [alive, dead] = [await checked(), await checked()];
    now = new Date(TEST_NOW.getTime() + 10 * MINUTE_MS - 1);
    const later = await signInAs(server, USERS.aurora);
    expect((await execute(alive, undefined, later)).status).toBe(200);
    now = new Date(TEST_NOW.getTime() + 10 * MINUTE_MS);
    expect(await execute(dead, undefined, later)).toMatchObject({
      status: 409,
      error: { code: 5003, description: 'TRANSACTION_EXPIRED' },
    });
  });

  test('rules §5 execute: it verifies again, and a refusal leaves the command alive', async () => {
    const txCommandId = await checked();
    await voucher(withoutPin.voucherId, { status: 'REVOKED' });
    const refused = await execute(txCommandId);
    await voucher(withoutPin.voucherId, { status: 'ENABLED' });
    expect(refused).toMatchObject({ status: 409, error: { code: 5008, description: 'VOUCHER_NOT_ENABLED' } });
    expect((await execute(txCommandId)).status).toBe(200);
  });

  test('rules §6 store: it is fixed at the check, which the audit tells with user and patient', async () => {
    const cartId = Number(await openCart(server, token, { ...withPin, storeId: STORES.auroraMare }));
    const cart = await server.db.selectFrom('cart').selectAll().where('cart_id', '=', cartId).executeTakeFirst();
    expect(cart).toMatchObject({ store_id: STORES.auroraMare, user_id: 1, business_id: BUSINESSES.aurora });
    const audit = await server.db
      .selectFrom('audit')
      .select(['action', 'user_id', 'business_id', 'patient_id', 'voucher_id', 'details'])
      .where('patient_id', '=', PATIENTS.withPin.id)
      .orderBy('audit_id', 'desc')
      .limit(2)
      .execute();
    const who = { user_id: 1, business_id: 1, patient_id: 1, voucher_id: 100 };
    expect(audit).toMatchObject([
      { ...who, action: 'CART_CREATED', details: { storeId: STORES.auroraMare } },
      { ...who, action: 'CART_CHECKED', details: { storeId: STORES.auroraMare } },
    ]);
    expect(JSON.stringify(audit)).not.toContain(PIN);
  });
});

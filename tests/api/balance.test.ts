import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readBalance } from '#contract/calls/patients.ts';
import { PATIENTS, PIN, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, readLedger, residualOf, sell } from './support/sale.ts';

describeOnEachDatabase('balance', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
  });
  beforeEach(async () => {
    token = await signInAs(server, USERS.aurora);
    await server.db.deleteFrom('pin_attempts').execute();
    await server.db.deleteFrom('pin_pace').execute();
    await server.db.deleteFrom('consultation').execute();
  });
  afterAll(() => server.close());

  async function dossierOf(voucherId: number): Promise<number> {
    const { dossier_id: dossierId } = await server.db
      .selectFrom('voucher')
      .select('dossier_id')
      .where('voucher_id', '=', voucherId)
      .executeTakeFirstOrThrow();
    return dossierId;
  }

  async function ask(sale: { readonly patientId: number; readonly voucherId: number }, otp?: string, storeId?: number) {
    const body = {
      patientId: sale.patientId,
      dossierId: await dossierOf(sale.voucherId),
      storeId: storeId ?? STORES.auroraCentro,
      otp,
    };
    return server.call(readBalance, { body }, { token });
  }

  test('rules §1 balance, an extra: what is left on the vouchers, without a cart, and the consultation is written', async () => {
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 2);
    await server.db.deleteFrom('consultation').execute();
    const before = await readLedger(server);
    const { status, data, trace } = await ask(SALES.withoutPin);
    expect(status).toBe(200);
    const voucher = data?.vouchers.find(({ voucherId }) => voucherId === SALES.withoutPin.voucherId);
    expect(voucher?.residualAmount?.toFixed(2)).toBe(await residualOf(server, SALES.withoutPin.voucherId));
    expect(voucher?.residualAmount?.lt(voucher.initialAmount ?? 0)).toBe(true);
    expect(await readLedger(server)).toEqual(before);
    const rows = await server.db.selectFrom('consultation').selectAll().execute();
    expect(rows).toMatchObject([
      { trace, at: TEST_NOW, call: 'patients.readBalance', patient_id: PATIENTS.withoutPin.id, store_id: 11 },
    ]);
  });

  test('§8 balance: where a PIN is asked a wrong one is refused, counted and locked as elsewhere', async () => {
    expect((await ask(SALES.withPin, PIN)).status).toBe(200);
    const wrong = { status: 409, error: { description: 'TRANSACTION_WRONG_OTP' } };
    for (const otp of ['', '00000', '11111', '22222']) expect(await ask(SALES.withPin, otp)).toMatchObject(wrong);
    expect(await ask(SALES.withPin, '33333')).toMatchObject({ error: { description: 'TRANSACTION_LOCKED' } });
    expect(await ask(SALES.withPin, PIN)).toMatchObject({ error: { description: 'TRANSACTION_LOCKED' } });
    const seen = await server.db.selectFrom('consultation').selectAll().execute();
    expect(seen).toHaveLength(1);
  });

  test('rules §6 balance: a PIN that is due and missing is refused as a wrong one, and not counted', async () => {
    for (let asked = 0; asked < 6; asked += 1) {
      const { status, error } = await ask(SALES.withPin);
      expect({ status, description: error?.description }).toEqual({
        status: 409,
        description: 'TRANSACTION_WRONG_OTP',
      });
      expect(error).not.toHaveProperty('attemptsLeft');
    }
    expect(await server.db.selectFrom('pin_attempts').selectAll().execute()).toEqual([]);
    expect(await server.db.selectFrom('pin_pace').selectAll().execute()).toEqual([]);
    expect(await server.db.selectFrom('consultation').selectAll().execute()).toEqual([]);
    expect((await ask(SALES.withPin, PIN)).status).toBe(200);
  });

  test("rules §2 balance: another's store, and a dossier of another patient, are not found", async () => {
    expect(await ask(SALES.withoutPin, undefined, STORES.corso)).toMatchObject({
      status: 404,
      error: { description: 'STORE_NOT_FOUND' },
    });
    const mixed = { patientId: SALES.withoutPin.patientId, voucherId: SALES.withPin.voucherId };
    expect(await ask(mixed)).toMatchObject({ status: 404, error: { description: 'PATIENT_NOT_FOUND' } });
  });
});

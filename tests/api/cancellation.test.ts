import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { switchBusiness } from '#contract/calls/authentication.ts';
import { downloadReceipt, searchPurchases } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { readPdf } from '#tests/pdf-text.ts';
import {
  askToCancel,
  cancel,
  checkCancelling,
  executeCancelling,
  readCancelable,
  reject,
} from './support/after-sale.ts';
import { BUSINESSES, CANCEL_CODE, PRODUCTS, PURCHASES, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { placeOrder } from './support/order.ts';
import { SALES, readLedger, residualOf, sell } from './support/sale.ts';

const UNKNOWN = 999_999;
const MINUTE_MS = 60_000;
const VOUCHER = SALES.withoutPin.voucherId;

const notCancelable = { status: 409, error: { code: 5011, description: 'PURCHASE_NOT_CANCELABLE' } };
const notFound = { status: 404, error: { code: 4040, description: 'PURCHASE_NOT_FOUND' } };

describeOnEachDatabase('cancellation', (database) => {
  let now: Date;
  let server: TestServer;
  let token: string;
  let corso: string;
  let purchaseId: Id;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    token = await signInAs(server, USERS.aurora);
    corso = await signInAs(server, USERS.corso);
    await server.db.updateTable('voucher').set({ residual: '90' }).where('voucher_id', '=', VOUCHER).execute();
    purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 4);
  });
  afterAll(() => server.close());

  function stored(id = purchaseId) {
    const query = server.db.selectFrom('purchase').selectAll().where('purchase_id', '=', Number(id));
    return query.executeTakeFirstOrThrow();
  }

  /** Adds the purchase to an AMC order. Returns the id of the order. */
  async function order(): Promise<number> {
    const placed = await placeOrder(server.db, { amount: '14.00', purchaseIds: [Number(purchaseId)] });
    return placed.amcOrderId;
  }

  /** Moves the clock and signs in again. */
  async function at(instant: string): Promise<void> {
    now = new Date(instant);
    token = await signInAs(server, USERS.aurora);
  }

  test('§4 cancellation: check and execution give the amount back to the voucher', async () => {
    const checked = await askToCancel(server, token, purchaseId);
    expect(checked).toMatchObject({ status: 200, data: { txCommand: { otpRequired: false } } });
    expect(await residualOf(server, VOUCHER)).toBe('76.00');
    now = new Date(TEST_NOW.getTime() + MINUTE_MS);
    const txCommandId = Number(checked.data?.txCommand.txCommandId);
    expect(await executeCancelling(server, token, purchaseId, txCommandId)).toMatchObject({
      status: 200,
      data: { purchase: { purchaseId, status: 'CANCELLED' } },
    });
    expect(await residualOf(server, VOUCHER)).toBe('90.00');
  });

  test('rules §6 correcting entry: dated when it happens, the purchase keeps its date, amount and lines', async () => {
    const before = await stored();
    const lines = server.db.selectFrom('purchase_item').selectAll().where('purchase_id', '=', Number(purchaseId));
    const linesBefore = await lines.execute();
    await at('2026-06-03T10:00:00Z');
    await cancel(server, token, purchaseId);
    expect(await stored()).toEqual({ ...before, status: 'CANCELLED', cancelled_at: now });
    expect(await lines.execute()).toEqual(linesBefore);
    const { base64 } = await server.callOk(downloadReceipt, { params: { purchaseId: Number(purchaseId) } }, { token });
    expect(readPdf(Buffer.from(base64, 'base64')).texts).toContain('ACQUISTO STORNATO IL 03/06/2026 12:00:00');
  });

  test('rules §5 residual: refunded to a voucher that is expired or revoked too, and never above its amount', async () => {
    await server.db
      .updateTable('voucher')
      .set({ status: 'REVOKED', residual: '85' })
      .where('voucher_id', '=', VOUCHER)
      .execute();
    await at('2026-06-03T10:00:00Z');
    await cancel(server, token, purchaseId);
    expect(await residualOf(server, VOUCHER)).toBe('90.00');
    await server.db.updateTable('voucher').set({ status: 'ENABLED' }).where('voucher_id', '=', VOUCHER).execute();
  });

  test('rules §6 cancelable: in its month and the days granted after it, at check and at execution', async () => {
    await at('2026-06-05T21:59:59Z');
    const txCommandId = await checkCancelling(server, token, purchaseId);
    await at('2026-06-05T22:00:00Z');
    const before = await readLedger(server);
    expect(await askToCancel(server, token, purchaseId)).toMatchObject(notCancelable);
    expect(await executeCancelling(server, token, purchaseId, txCommandId)).toMatchObject(notCancelable);
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §6 cancelable: not while in an AMC order, but once that is rejected', async () => {
    const txCommandId = await checkCancelling(server, token, purchaseId);
    const orderId = await order();
    const before = await readLedger(server);
    expect((await readCancelable(server, token)).get(purchaseId)).toBe(false);
    expect(await askToCancel(server, token, purchaseId)).toMatchObject(notCancelable);
    expect(await executeCancelling(server, token, purchaseId, txCommandId)).toMatchObject(notCancelable);
    expect(await readLedger(server)).toEqual(before);
    await reject(server, orderId);
    expect((await readCancelable(server, token)).get(purchaseId)).toBe(true);
    expect((await executeCancelling(server, token, purchaseId, txCommandId)).status).toBe(200);
  });

  test('§7 excludeAmc: leaves out what is in an AMC order, and not what a rejected one has released', async () => {
    const found = async (excludeAmc: boolean) => {
      const query = { excludeAmc, purchaseStatusList: 'ACTIVE', size: 100 } as const;
      const { purchases, pagination } = await server.callOk(searchPurchases, { query }, { token });
      expect(pagination.totalCount).toBe(purchases.length);
      return purchases.map((purchase) => purchase.purchaseId);
    };
    const orderId = await order();
    expect(await found(true)).not.toContain(purchaseId);
    expect(await found(false)).toContain(purchaseId);
    await reject(server, orderId);
    expect(await found(true)).toContain(purchaseId);
    await order();
    expect(await found(true)).not.toContain(purchaseId);
    expect((await found(false)).filter((id) => id === purchaseId)).toHaveLength(1);
  });

  test('§7 excludeAmc: the list of what to order, which may be very long, comes without lines', async () => {
    const lines = async (excludeAmc: boolean) => {
      const query = { excludeAmc, dossierId: 20, size: 1 };
      const { purchases } = await server.callOk(searchPurchases, { query }, { token });
      return purchases.flatMap(({ items }) => items);
    };
    expect(await lines(true)).toEqual([]);
    expect(await lines(false)).toMatchObject([{ quantity: 4, product: { productId: PRODUCTS.bread.id } }]);
  });

  test('§4 cancellation: a cancelled purchase is refused, at check and by another command', async () => {
    const commands = [
      await checkCancelling(server, token, purchaseId),
      await checkCancelling(server, token, purchaseId),
    ];
    expect((await executeCancelling(server, token, purchaseId, commands[0] ?? 0)).status).toBe(200);
    const before = await readLedger(server);
    expect(await askToCancel(server, token, purchaseId)).toMatchObject(notCancelable);
    expect(await executeCancelling(server, token, purchaseId, commands[1] ?? 0)).toMatchObject(notCancelable);
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §6 command: executed twice, the second is ALREADY_EXECUTED and gives nothing back', async () => {
    const txCommandId = await checkCancelling(server, token, purchaseId);
    expect((await executeCancelling(server, token, purchaseId, txCommandId)).status).toBe(200);
    const before = await readLedger(server);
    expect(await executeCancelling(server, token, purchaseId, txCommandId)).toMatchObject({
      status: 409,
      error: { code: 5002, description: 'TRANSACTION_ALREADY_EXECUTED' },
    });
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §6 command: after ten minutes it has expired', async () => {
    const txCommandId = await checkCancelling(server, token, purchaseId);
    await at(new Date(TEST_NOW.getTime() + 10 * MINUTE_MS).toISOString());
    const refused = await executeCancelling(server, token, purchaseId, txCommandId);
    expect(refused).toMatchObject({ status: 409, error: { code: 5003, description: 'TRANSACTION_EXPIRED' } });
    expect((await stored()).status).toBe('ACTIVE');
  });

  test('rules §6 command: bound to its purchase until its success, and another user’s or an unknown one is 404', async () => {
    const other = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const txCommandId = await checkCancelling(server, token, purchaseId);
    const unknown = { status: 404, error: { code: 4040, description: 'TRANSACTION_NOT_FOUND' } };
    expect(await executeCancelling(server, token, other, txCommandId)).toMatchObject(unknown);
    expect(await executeCancelling(server, token, purchaseId, UNKNOWN)).toMatchObject(unknown);
    const command = server.db.updateTable('tx_command').where('tx_command_id', '=', txCommandId);
    await command.set({ user_id: 2 }).execute();
    expect(await executeCancelling(server, token, purchaseId, txCommandId)).toMatchObject(unknown);
    await command.set({ user_id: 1 }).execute();
    expect((await executeCancelling(server, token, purchaseId, txCommandId)).status).toBe(200);
    const executed = { status: 409, error: { code: 5002, description: 'TRANSACTION_ALREADY_EXECUTED' } };
    expect(await executeCancelling(server, token, other, txCommandId)).toMatchObject(executed);
    expect([(await stored()).status, (await stored(other)).status]).toEqual(['CANCELLED', 'ACTIVE']);
  });

  test('rules §2 cancellation: an unknown purchase and another business’s are 404', async () => {
    const txCommandId = await checkCancelling(server, token, purchaseId);
    const before = await readLedger(server);
    for (const id of [UNKNOWN, 999_999_999_999, PURCHASES.ofCorso.id]) {
      expect(await askToCancel(server, token, id)).toMatchObject(notFound);
      expect(await executeCancelling(server, token, id, txCommandId)).toMatchObject(notFound);
    }
    expect(await askToCancel(server, corso, purchaseId)).toMatchObject(notFound);
    expect(await executeCancelling(server, corso, purchaseId, txCommandId)).toMatchObject(notFound);
    expect(await readLedger(server)).toEqual(before);
  });

  test('design §4 audit: the check and the cancellation, in the transaction of each', async () => {
    const txCommandId = await checkCancelling(server, token, purchaseId);
    await executeCancelling(server, token, purchaseId, txCommandId);
    const rows = await server.db
      .selectFrom('audit')
      .selectAll()
      .where('purchase_id', '=', Number(purchaseId))
      .where('action', '!=', 'PURCHASE_MADE')
      .orderBy('audit_id')
      .execute();
    const parties = { user_id: 1, business_id: 1, patient_id: 2, voucher_id: VOUCHER };
    expect(rows).toMatchObject([
      { ...parties, action: 'CANCELLATION_CHECKED', details: { txCommandId, otpRequired: false } },
      {
        ...parties,
        action: 'PURCHASE_CANCELLED',
        details: { txCommandId, itemsAmount: '14.00', residualAfter: '90' },
      },
    ]);
  });

  describe('cancellation code', () => {
    const LOCKED_UNTIL = '2026-05-15T10:15:00.000+02:00';
    const wrong = { status: 409, error: { code: 5001, description: 'TRANSACTION_WRONG_OTP' } };
    const locked = {
      status: 409,
      error: { code: 5005, description: 'TRANSACTION_LOCKED', lockedUntil: LOCKED_UNTIL },
    };
    let bottega: string;
    let sold: Id;

    /** Signs in at the business that has a cancellation code. Returns the token. */
    async function enterBottega(): Promise<string> {
      const signature = { token: await signInAs(server, USERS.aurora) };
      const params = { businessId: BUSINESSES.bottega };
      return (await server.callOk(switchBusiness, { params }, signature)).auth.accessToken;
    }

    beforeEach(async () => {
      await server.db.deleteFrom('cancel_code_attempts').execute();
      await server.db.deleteFrom('pin_attempts').execute();
      await server.db.deleteFrom('pin_pace').execute();
      bottega = await enterBottega();
      sold = await sell(server, bottega, { ...SALES.withoutPin, storeId: STORES.bottega }, PRODUCTS.bread, 1);
    });

    async function fail(times: number, txCommandId: number): Promise<void> {
      for (let count = 0; count < times; count += 1) {
        await executeCancelling(server, bottega, sold, txCommandId, '00000');
      }
    }

    test('§6 cancellation code: asked where the business has one, and the right one cancels', async () => {
      const { data } = await askToCancel(server, bottega, sold);
      expect(data?.txCommand.otpRequired).toBe(true);
      const txCommandId = Number(data?.txCommand.txCommandId);
      expect((await executeCancelling(server, bottega, sold, txCommandId, CANCEL_CODE)).status).toBe(200);
      expect((await stored(sold)).status).toBe('CANCELLED');
    });

    test('§8 cancellation code: a wrong, an empty and an absent one are TRANSACTION_WRONG_OTP, nothing written, the command lives', async () => {
      const txCommandId = await checkCancelling(server, bottega, sold);
      const before = await readLedger(server);
      for (const otp of ['54321', '', undefined]) {
        expect(await executeCancelling(server, bottega, sold, txCommandId, otp)).toMatchObject(wrong);
      }
      expect(await readLedger(server)).toEqual(before);
      expect((await executeCancelling(server, bottega, sold, txCommandId, CANCEL_CODE)).status).toBe(200);
    });

    test('rules §6 cancellation code: the fifth wrong one in a row locks it for 15 minutes, over all its purchases', async () => {
      const other = await sell(server, bottega, { ...SALES.withoutPin, storeId: STORES.bottega }, PRODUCTS.bread, 1);
      await fail(4, await checkCancelling(server, bottega, sold));
      const txCommandId = await checkCancelling(server, bottega, other);
      expect(await executeCancelling(server, bottega, other, txCommandId, '00000')).toMatchObject(locked);
      expect(await executeCancelling(server, bottega, other, txCommandId, CANCEL_CODE)).toMatchObject(locked);
      now = new Date(TEST_NOW.getTime() + 15 * MINUTE_MS);
      bottega = await enterBottega();
      const later = await checkCancelling(server, bottega, other);
      expect((await executeCancelling(server, bottega, other, later, CANCEL_CODE)).status).toBe(200);
    });

    test('rules §6 cancellation code: a right one ends the row of wrong ones, each is in the audit without the code', async () => {
      await server.db.deleteFrom('audit').execute();
      await fail(4, await checkCancelling(server, bottega, sold));
      await cancel(server, bottega, sold, CANCEL_CODE);
      const next = await sell(server, bottega, { ...SALES.withoutPin, storeId: STORES.bottega }, PRODUCTS.bread, 1);
      const txCommandId = await checkCancelling(server, bottega, next);
      expect(await executeCancelling(server, bottega, next, txCommandId, '00000')).toMatchObject(wrong);
      const rows = await server.db.selectFrom('audit').selectAll().where('action', 'like', 'CANCEL_CODE%').execute();
      expect(rows.map(({ action }) => action)).toEqual(Array<string>(5).fill('CANCEL_CODE_REFUSED'));
      expect(rows[0]).toMatchObject({ business_id: BUSINESSES.bottega, user_id: 1, patient_id: 2, details: {} });
      expect(JSON.stringify(rows)).not.toContain('00000');
    });

    test('rules §6 cancellation code: its lockout leaves the patient’s PIN and other businesses alone', async () => {
      await fail(5, await checkCancelling(server, bottega, sold));
      expect(await server.db.selectFrom('pin_attempts').selectAll().execute()).toEqual([]);
      const pinSale = { ...SALES.withPin, storeId: STORES.bottega };
      expect(await sell(server, bottega, pinSale, PRODUCTS.bread, 1)).toBeTypeOf('number');
      await cancel(server, token, purchaseId);
      expect((await stored()).status).toBe('CANCELLED');
    });

    test('§5 cancellation code: one of 21 characters is INVALID_REQUEST and does not count', async () => {
      const txCommandId = await checkCancelling(server, bottega, sold);
      await fail(4, txCommandId);
      expect(await executeCancelling(server, bottega, sold, txCommandId, '1'.repeat(21))).toMatchObject({
        status: 400,
        error: { code: 4000, description: 'INVALID_REQUEST', field: 'otp' },
      });
      expect((await executeCancelling(server, bottega, sold, txCommandId, CANCEL_CODE)).status).toBe(200);
    });
  });
});

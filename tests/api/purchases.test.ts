import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteCartProduct, findCommandCart, readCartSummary } from '#contract/calls/carts.ts';
import { checkPurchase } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { PATIENTS, PIN, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, readLedger, residualOf, sell } from './support/sale.ts';

const UNKNOWN = 999_999;
const MINUTE_MS = 60_000;

describeOnEachDatabase('buying', (database) => {
  let now: Date;
  let server: TestServer;
  let token: string;
  let corso: string;
  let cartId: Id;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    await server.db.updateTable('voucher').set({ residual: '90' }).where('voucher_id', '=', 200).execute();
    token = await signInAs(server, USERS.aurora);
    corso = await signInAs(server, USERS.corso);
    cartId = await openCart(server, token, SALES.withoutPin);
  });
  afterAll(() => server.close());

  function check(id: Id, bearer = token) {
    return server.call(checkPurchase, { params: { cartId: Number(id) } }, { token: bearer });
  }

  /** Puts bread into the cart and checks it. Returns the id of the command. */
  async function checked(quantity = 2): Promise<number> {
    await put(server, token, cartId, PRODUCTS.bread, quantity);
    return checkBuying(server, token, cartId);
  }

  test('§4 step 3: a purchase without PIN charges the voucher and keeps its lines', async () => {
    await put(server, token, cartId, PRODUCTS.fine, 3);
    const txCommandId = await checked();
    const { data } = await executeBuying(server, token, cartId, txCommandId);
    const { purchaseId, items } = data?.purchase ?? { purchaseId: 0, items: [] };
    expect(items.map((item) => [item.product.name, item.quantity, item.totalPrice.toFixed()])).toEqual([
      ['Farina al taglio', 3, '4'],
      ['Pane casereccio', 2, '7'],
    ]);
    expect(await residualOf(server, 200)).toBe('79.00');
    const stored = await server.db
      .selectFrom('purchase')
      .selectAll()
      .where('purchase_id', '=', Number(purchaseId))
      .executeTakeFirst();
    expect(stored).toMatchObject({
      cart_id: Number(cartId),
      patient_id: PATIENTS.withoutPin.id,
      voucher_id: 200,
      asl_id: 8,
      store_id: STORES.auroraCentro,
      business_id: 1,
      items_amount: '11.00',
      residual_after: '79.00',
      status: 'ACTIVE',
    });
  });

  test('§4 step 3: where the patient has a PIN, the check asks for it and the right one buys', async () => {
    const sale = SALES.withPin;
    const other = await openCart(server, token, sale);
    await put(server, token, other, PRODUCTS.bread, 1);
    const { data } = await check(other);
    expect(data?.txCommand.otpRequired).toBe(true);
    const bought = await executeBuying(server, token, other, Number(data?.txCommand.txCommandId), PIN);
    expect(bought.status).toBe(200);
  });

  test('rules §1 summary: once bought it carries the purchase and what was left right after it', async () => {
    const { data } = await executeBuying(server, token, cartId, await checked());
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const { cart } = await server.callOk(readCartSummary, { params: { cartId: Number(cartId) } }, { token });
    expect(cart.purchaseId).toBe(data?.purchase.purchaseId);
    expect([cart.itemsAmount.toFixed(), cart.residualAmount.toFixed()]).toEqual(['7', '83']);
  });

  test('design §4 audit: the purchase and who made it, with its unusual prices, in the same transaction', async () => {
    await put(server, token, cartId, PRODUCTS.penne, 1, 9);
    const { data } = await executeBuying(server, token, cartId, await checked());
    const rows = await server.db
      .selectFrom('audit')
      .selectAll()
      .where('purchase_id', '=', Number(data?.purchase.purchaseId))
      .execute();
    expect(rows).toMatchObject([
      {
        action: 'PURCHASE_MADE',
        user_id: 1,
        business_id: 1,
        patient_id: 2,
        voucher_id: 200,
        cart_id: cartId,
        details: { itemsAmount: '16', unusualPrices: [{ productId: PRODUCTS.penne.id, unitPrice: '9' }] },
      },
    ]);
  });

  test('rules §2 check: an empty cart is CART_EMPTY', async () => {
    expect(await check(cartId)).toMatchObject({ status: 409, error: { code: 5007, description: 'CART_EMPTY' } });
  });

  test('rules §2 check: an unknown cart and another business’s are 404', async () => {
    const notFound = { status: 404, error: { code: 4040, description: 'CART_NOT_FOUND' } };
    const txCommandId = await checked();
    expect(await check(UNKNOWN)).toMatchObject(notFound);
    expect(await check(cartId, corso)).toMatchObject(notFound);
    expect(await executeBuying(server, token, UNKNOWN, txCommandId)).toMatchObject(notFound);
    expect(await executeBuying(server, corso, cartId, txCommandId)).toMatchObject(notFound);
  });

  test('rules §6 command: executed twice, the second is ALREADY_EXECUTED and charges nothing', async () => {
    const txCommandId = await checked();
    expect((await executeBuying(server, token, cartId, txCommandId)).status).toBe(200);
    const before = await readLedger(server);
    expect(await executeBuying(server, token, cartId, txCommandId)).toMatchObject({
      status: 409,
      error: { code: 5002, description: 'TRANSACTION_ALREADY_EXECUTED' },
    });
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §6 command: sent again with other content it has one answer each', async () => {
    const other = await openCart(server, token, SALES.withPin);
    await put(server, token, other, PRODUCTS.bread, 1);
    const txCommandId = await checkBuying(server, token, other);
    const execute = async (id: Id, otp?: string) => {
      const { status, error } = await executeBuying(server, token, id, txCommandId, otp);
      return error?.description ?? status;
    };
    expect(await execute(other, '1'.repeat(21))).toBe('INVALID_REQUEST');
    expect(await execute(other, '00000')).toBe('TRANSACTION_WRONG_OTP');
    expect(await execute(cartId, PIN)).toBe('TRANSACTION_NOT_FOUND');
    expect(await execute(other, PIN)).toBe(200);
    const counted = await server.db.selectFrom('pin_attempts').selectAll().execute();
    for (const otp of [PIN, '00000', undefined]) expect(await execute(other, otp)).toBe('TRANSACTION_ALREADY_EXECUTED');
    expect(await execute(other, '1'.repeat(21))).toBe('INVALID_REQUEST');
    expect(await execute(cartId, PIN)).toBe('TRANSACTION_ALREADY_EXECUTED');
    expect(await execute(UNKNOWN, PIN)).toBe('CART_NOT_FOUND');
    now = new Date(TEST_NOW.getTime() + 11 * MINUTE_MS);
    token = await signInAs(server, USERS.aurora);
    expect(await execute(other, PIN)).toBe('TRANSACTION_ALREADY_EXECUTED');
    expect(await server.db.selectFrom('pin_attempts').selectAll().execute()).toEqual(counted);
  });

  test('rules §6 command: two commands of one cart buy it once', async () => {
    const [first, second] = [await checked(), await checkBuying(server, token, cartId)];
    expect((await executeBuying(server, token, cartId, first)).status).toBe(200);
    const refused = await executeBuying(server, token, cartId, second);
    expect(refused).toMatchObject({ status: 409, error: { description: 'TRANSACTION_ALREADY_EXECUTED' } });
    expect(await residualOf(server, 200)).toBe('83.00');
  });

  test('rules §6 command: a cart that is bought may neither change nor be checked again', async () => {
    await executeBuying(server, token, cartId, await checked());
    const before = await readLedger(server);
    const refusal = { status: 409, error: { description: 'TRANSACTION_ALREADY_EXECUTED' } };
    expect(await put(server, token, cartId, PRODUCTS.bread, 1)).toMatchObject(refusal);
    const line = { params: { cartId: Number(cartId), productId: PRODUCTS.bread.id } };
    expect(await server.call(deleteCartProduct, line, { token })).toMatchObject(refusal);
    expect(await check(cartId)).toMatchObject(refusal);
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §6 command: another user’s, another cart’s, another kind’s and an unknown one are 404', async () => {
    const txCommandId = await checked();
    const notFound = { status: 404, error: { code: 4040, description: 'TRANSACTION_NOT_FOUND' } };
    const other = await openCart(server, token, SALES.withoutPin);
    const ofCreation = await server.db
      .selectFrom('tx_command')
      .select('tx_command_id')
      .where('kind', '=', 'CREATE_CART')
      .orderBy('tx_command_id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await server.db.updateTable('tx_command').set({ user_id: 2 }).where('tx_command_id', '=', txCommandId).execute();
    expect(await executeBuying(server, token, cartId, txCommandId)).toMatchObject(notFound);
    await server.db.updateTable('tx_command').set({ user_id: 1 }).where('tx_command_id', '=', txCommandId).execute();
    expect(await executeBuying(server, token, other, txCommandId)).toMatchObject(notFound);
    expect(await executeBuying(server, token, cartId, ofCreation.tx_command_id)).toMatchObject(notFound);
    expect(await executeBuying(server, token, cartId, UNKNOWN)).toMatchObject(notFound);
    expect((await executeBuying(server, token, cartId, txCommandId)).status).toBe(200);
  });

  test('rules §6 command: after ten minutes it has expired', async () => {
    const txCommandId = await checked();
    now = new Date(TEST_NOW.getTime() + 10 * MINUTE_MS);
    const later = await signInAs(server, USERS.aurora);
    expect(await executeBuying(server, later, cartId, txCommandId)).toMatchObject({
      status: 409,
      error: { code: 5003, description: 'TRANSACTION_EXPIRED' },
    });
  });

  test('rules §6 command: bound to the cart’s lines, so a change after the check is CART_CHANGED', async () => {
    const txCommandId = await checked();
    await put(server, token, cartId, PRODUCTS.penne, 1);
    const before = await readLedger(server);
    expect(await executeBuying(server, token, cartId, txCommandId)).toMatchObject({
      status: 409,
      error: { code: 5006, description: 'CART_CHANGED' },
    });
    expect(await readLedger(server)).toEqual(before);
    expect((await executeBuying(server, token, cartId, await checkBuying(server, token, cartId))).status).toBe(200);
  });

  test('rules §3 command: its own business alone learns its cart, before and after the purchase', async () => {
    const txCommandId = await checked();
    const ask = (by: string, id = txCommandId) =>
      server.call(findCommandCart, { params: { txCommandId: id } }, { token: by });
    expect((await ask(token)).data).toEqual({ cart: { cartId } });
    await executeBuying(server, token, cartId, txCommandId);
    expect((await ask(token)).data).toEqual({ cart: { cartId } });
    const unknown = { status: 404, error: { description: 'TRANSACTION_NOT_FOUND' } };
    expect(await ask(corso)).toMatchObject(unknown);
    expect(await ask(token, txCommandId + 1000)).toMatchObject(unknown);
  });

  test('§8 execute: a voucher that another shop has spent meanwhile is 412 with 5004, nothing written', async () => {
    const txCommandId = await checked(20);
    await sell(server, corso, { ...SALES.withoutPin, storeId: STORES.corso }, PRODUCTS.bread, 20);
    const before = await readLedger(server);
    const refusal = { status: 412, error: { code: 5004, description: 'VOUCHER_AMOUNT_NOT_SUFFICIENT' } };
    expect(await executeBuying(server, token, cartId, txCommandId)).toMatchObject(refusal);
    expect(await check(cartId)).toMatchObject(refusal);
    expect(await readLedger(server)).toEqual(before);
  });

  describe('rules §5 check and execute verify', () => {
    const dossier = (status: 'APPROVED' | 'REVOKED') => () =>
      server.db.updateTable('dossier').set({ status }).where('dossier_id', '=', 20).execute();
    const voucher = (status: 'ENABLED' | 'REVOKED') => () =>
      server.db.updateTable('voucher').set({ status }).where('voucher_id', '=', 200).execute();
    const patient = (status: 'ENABLED' | 'DISABLED') => () =>
      server.db.updateTable('patient').set({ status }).where('patient_id', '=', 2).execute();
    const store = (disabled_at: Date | null) => () =>
      server.db.updateTable('store').set({ disabled_at }).where('store_id', '=', STORES.auroraCentro).execute();
    const product = (category_type: 'CELIAC' | 'PROTEIN_FREE') => () =>
      server.db.updateTable('product').set({ category_type }).where('product_id', '=', PRODUCTS.bread.id).execute();

    test.each([
      ['the dossier', 409, 'DOSSIER_NOT_APPROVED', dossier('REVOKED'), dossier('APPROVED')],
      ['the voucher', 409, 'VOUCHER_NOT_ENABLED', voucher('REVOKED'), voucher('ENABLED')],
      ['the patient', 404, 'PATIENT_NOT_FOUND', patient('DISABLED'), patient('ENABLED')],
      ['the store', 404, 'STORE_NOT_FOUND', store(new Date()), store(null)],
      ['the products', 409, 'PRODUCT_NOT_ALLOWED', product('PROTEIN_FREE'), product('CELIAC')],
    ])('%s', async (_what, status, description, spoil, mend) => {
      const txCommandId = await checked();
      await spoil();
      const before = await readLedger(server);
      const refusals = [await check(cartId), await executeBuying(server, token, cartId, txCommandId)];
      const after = await readLedger(server);
      await mend();
      expect(refusals).toMatchObject([
        { status, error: { description } },
        { status, error: { description } },
      ]);
      expect(after).toEqual(before);
      expect((await executeBuying(server, token, cartId, txCommandId)).status).toBe(200);
    });
  });
});

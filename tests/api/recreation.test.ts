import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deleteCartProduct, readCartSummary } from '#contract/calls/carts.ts';
import { checkPurchase } from '#contract/calls/purchases.ts';
import type { Id } from '#contract/wire.ts';
import { cancel, readCancelable, recreate } from './support/after-sale.ts';
import { PATIENTS, PRODUCTS, PURCHASES, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, readLedger, residualOf, sell } from './support/sale.ts';

const UNKNOWN = 999_999;
const VOUCHER = SALES.withoutPin.voucherId;

describeOnEachDatabase('recreation', (database) => {
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
    await leave('90');
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.fine, 3, 1.222222);
    await put(server, token, cartId, PRODUCTS.bread, 2);
    const bought = await executeBuying(server, token, cartId, await checkBuying(server, token, cartId));
    purchaseId = bought.data?.purchase.purchaseId ?? UNKNOWN;
    await cancel(server, token, purchaseId);
  });
  afterAll(() => server.close());

  /** Sets the residual of the voucher, in euro. */
  function leave(residual: string) {
    return server.db.updateTable('voucher').set({ residual }).where('voucher_id', '=', VOUCHER).execute();
  }

  function linesOf(answer: Awaited<ReturnType<typeof recreate>>) {
    return answer.data?.cart.items.map((item) => [
      item.product.productId,
      item.quantity,
      item.pricePerUnit.toFixed(),
      item.totalPrice.toFixed(),
    ]);
  }

  test('§4 recreate: a new cart on the original voucher and store, prices and quantities kept', async () => {
    const answer = await recreate(server, token, purchaseId);
    expect(answer.status).toBe(200);
    expect(linesOf(answer)).toEqual([
      [PRODUCTS.fine.id, 3, '1.222222', '3.67'],
      [PRODUCTS.bread.id, 2, '3.5', '7'],
    ]);
    const cart = answer.data?.cart;
    expect(cart?.patient).toMatchObject({ patientId: PATIENTS.withoutPin.id, activeDossiers: [{ dossierId: 20 }] });
    expect([cart?.residualAmount?.toFixed(), cart?.voucherInitialAmount?.toFixed()]).toEqual(['79.33', '90']);
    const stored = await server.db
      .selectFrom('cart')
      .selectAll()
      .where('cart_id', '=', Number(cart?.cartId))
      .executeTakeFirst();
    expect(stored).toMatchObject({
      patient_id: PATIENTS.withoutPin.id,
      dossier_id: 20,
      voucher_id: VOUCHER,
      store_id: STORES.auroraCentro,
      business_id: 1,
      user_id: 1,
      created_at: TEST_NOW,
      recreated_from: purchaseId,
    });
  });

  test('§4 recreate: the cart is filled and bought as any other, the cancelled purchase stays as it is', async () => {
    const { data } = await recreate(server, token, purchaseId);
    const cartId = data?.cart.cartId ?? UNKNOWN;
    await put(server, token, cartId, PRODUCTS.bread, 1);
    await put(server, token, cartId, PRODUCTS.penne, 1);
    const params = { cartId: Number(cartId), productId: PRODUCTS.fine.id };
    const changed = await server.callOk(deleteCartProduct, { params }, { token });
    expect(changed.cart.items.map((item) => item.product.productId)).toEqual([PRODUCTS.bread.id, PRODUCTS.penne.id]);
    const bought = await executeBuying(server, token, cartId, await checkBuying(server, token, cartId));
    expect(bought.status).toBe(200);
    expect(await residualOf(server, VOUCHER)).toBe('83.51');
    const old = server.db.selectFrom('purchase').select('status').where('purchase_id', '=', Number(purchaseId));
    expect(await old.executeTakeFirst()).toEqual({ status: 'CANCELLED' });
  });

  test('§6 PIN: recreating asks for none, buying the recreated cart does', async () => {
    const { data } = await recreate(server, token, PURCHASES.cancelled.id);
    const params = { cartId: Number(data?.cart.cartId) };
    const { txCommand } = await server.callOk(checkPurchase, { params }, { token });
    expect(txCommand.otpRequired).toBe(true);
  });

  test('rules §6 recreate: reserves nothing, so over the budget the cart opens with a negative residual and is not bought', async () => {
    await leave('10.66');
    const { data } = await recreate(server, token, purchaseId);
    const params = { cartId: Number(data?.cart.cartId) };
    expect(data?.cart.residualAmount?.toFixed()).toBe('-0.01');
    const { cart } = await server.callOk(readCartSummary, { params }, { token });
    expect([cart.itemsAmount.toFixed(), cart.residualAmount.toFixed()]).toEqual(['10.67', '-0.01']);
    expect(await server.call(checkPurchase, { params }, { token })).toMatchObject({
      status: 412,
      error: { code: 5004, description: 'VOUCHER_AMOUNT_NOT_SUFFICIENT' },
    });
    expect(await residualOf(server, VOUCHER)).toBe('10.66');
  });

  test('rules §6 recreate: lines that are no longer covered are left out, and named in the audit', async () => {
    const cover = (category_type: 'CELIAC' | 'PROTEIN_FREE') =>
      server.db.updateTable('product').set({ category_type }).where('product_id', '=', PRODUCTS.fine.id).execute();
    await cover('PROTEIN_FREE');
    const answer = await recreate(server, token, purchaseId);
    await cover('CELIAC');
    expect(linesOf(answer)).toEqual([[PRODUCTS.bread.id, 2, '3.5', '7']]);
    const audit = await server.db
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', 'CART_RECREATED')
      .where('purchase_id', '=', Number(purchaseId))
      .execute();
    expect(audit).toMatchObject([
      {
        user_id: 1,
        business_id: 1,
        patient_id: PATIENTS.withoutPin.id,
        voucher_id: VOUCHER,
        cart_id: answer.data?.cart.cartId,
        details: { storeId: STORES.auroraCentro, leftOut: [PRODUCTS.fine.id] },
      },
    ]);
  });

  test('rules §6 recreate: a product that was renamed keeps its price and is called as now', async () => {
    const call = (name: string) =>
      server.db.updateTable('product').set({ name }).where('product_id', '=', PRODUCTS.bread.id).execute();
    await call('Pane nuovo');
    const { data } = await recreate(server, token, purchaseId);
    await call(PRODUCTS.bread.name);
    expect(data?.cart.items[1]).toMatchObject({ product: { name: 'Pane nuovo' }, quantity: 2 });
  });

  test('§4 recreate: asked again, as by a double click, it is the same cart as long as that is untouched', async () => {
    const first = await recreate(server, token, purchaseId);
    const before = await readLedger(server);
    const again = await recreate(server, token, purchaseId);
    expect(again.data?.cart.cartId).toBe(first.data?.cart.cartId);
    expect(linesOf(again)).toEqual(linesOf(first));
    expect(await readLedger(server)).toEqual(before);
  });

  test('§4 recreate: once that cart was changed or bought, the next one is a new cart with the lines of the purchase', async () => {
    const changed = (await recreate(server, token, purchaseId)).data?.cart.cartId ?? UNKNOWN;
    await put(server, token, changed, PRODUCTS.bread, 1);
    const second = await recreate(server, token, purchaseId);
    const bought = second.data?.cart.cartId ?? UNKNOWN;
    await executeBuying(server, token, bought, await checkBuying(server, token, bought));
    const third = await recreate(server, token, purchaseId);
    expect(new Set([changed, bought, third.data?.cart.cartId]).size).toBe(3);
    expect(linesOf(third)).toEqual(linesOf(second));
  });

  test('§4 recreate: a colleague gets a cart of their own', async () => {
    const own = await recreate(server, token, purchaseId);
    await server.db.insertInto('user_business').values({ user_id: 2, business_id: 1 }).execute();
    const colleague = await signInAs(server, USERS.corso);
    const other = await recreate(server, colleague, purchaseId);
    await server.db.deleteFrom('user_business').where('user_id', '=', 2).where('business_id', '=', 1).execute();
    expect(other.status).toBe(200);
    expect(other.data?.cart.cartId).not.toBe(own.data?.cart.cartId);
  });

  test('§4 recreate: an active purchase is refused', async () => {
    const active = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const before = await readLedger(server);
    expect(await recreate(server, token, active)).toMatchObject({
      status: 409,
      error: { code: 5011, description: 'PURCHASE_NOT_CANCELABLE' },
    });
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §2 recreate: an unknown purchase and another business’s are 404', async () => {
    const before = await readLedger(server);
    const refusals = [
      await recreate(server, token, UNKNOWN),
      await recreate(server, token, 999_999_999_999),
      await recreate(server, corso, purchaseId),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatchObject({ status: 404, error: { code: 4040, description: 'PURCHASE_NOT_FOUND' } });
    }
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §6 recreate: an expired voucher is refused, and not offered', async () => {
    expect((await readCancelable(server, token)).get(purchaseId)).toBe(true);
    now = new Date('2026-05-31T22:00:00Z');
    token = await signInAs(server, USERS.aurora);
    const before = await readLedger(server);
    expect((await readCancelable(server, token)).get(purchaseId)).toBe(false);
    expect(await recreate(server, token, purchaseId)).toMatchObject({
      status: 409,
      error: { code: 5008, description: 'VOUCHER_NOT_ENABLED' },
    });
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §6 recreate: a voucher on which nothing is left is 412 with 5004, and not offered', async () => {
    await leave('0');
    const before = await readLedger(server);
    expect((await readCancelable(server, token)).get(purchaseId)).toBe(false);
    expect(await recreate(server, token, purchaseId)).toMatchObject({
      status: 412,
      error: { code: 5004, description: 'VOUCHER_AMOUNT_NOT_SUFFICIENT' },
    });
    expect(await readLedger(server)).toEqual(before);
  });

  describe('rules §5 recreate verifies', () => {
    const voucher = (status: 'ENABLED' | 'REVOKED' | 'DELETED') => () =>
      server.db.updateTable('voucher').set({ status }).where('voucher_id', '=', VOUCHER).execute();
    const dossier = (status: 'APPROVED' | 'REVOKED') => () =>
      server.db.updateTable('dossier').set({ status }).where('dossier_id', '=', 20).execute();
    const patient = (status: 'ENABLED' | 'DISABLED') => () =>
      server.db.updateTable('patient').set({ status }).where('patient_id', '=', 2).execute();
    const store = (disabled_at: Date | null) => () =>
      server.db.updateTable('store').set({ disabled_at }).where('store_id', '=', STORES.auroraCentro).execute();

    test.each([
      ['a revoked voucher', 409, 'VOUCHER_NOT_ENABLED', voucher('REVOKED'), voucher('ENABLED')],
      ['a deleted voucher', 409, 'VOUCHER_NOT_ENABLED', voucher('DELETED'), voucher('ENABLED')],
      ['the dossier', 409, 'DOSSIER_NOT_APPROVED', dossier('REVOKED'), dossier('APPROVED')],
      ['the patient', 404, 'PATIENT_NOT_FOUND', patient('DISABLED'), patient('ENABLED')],
      ['the store', 404, 'STORE_NOT_FOUND', store(new Date()), store(null)],
    ])('%s', async (_what, status, description, spoil, mend) => {
      await spoil();
      const before = await readLedger(server);
      const refusal = await recreate(server, token, purchaseId);
      const after = await readLedger(server);
      await mend();
      expect(refusal).toMatchObject({ status, error: { description } });
      expect(after).toEqual(before);
      expect((await recreate(server, token, purchaseId)).status).toBe(200);
    });
  });
});

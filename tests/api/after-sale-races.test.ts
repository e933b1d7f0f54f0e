import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { switchBusiness } from '#contract/calls/authentication.ts';
import type { Id } from '#contract/wire.ts';
import { checkCancelling, executeCancelling, recreate } from './support/after-sale.ts';
import { BUSINESSES, CANCEL_CODE, PRODUCTS, PURCHASES, STORES, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, residualOf, sell } from './support/sale.ts';

const VOUCHER = SALES.withoutPin.voucherId;

/** Only on PostgreSQL: the embedded database has one session, so there are no races (design §6). */
describe('races after the sale (postgres)', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database: 'postgres' });
    token = await signInAs(server, USERS.aurora);
  });
  beforeEach(() =>
    server.db.updateTable('voucher').set({ residual: '90' }).where('voucher_id', '=', VOUCHER).execute(),
  );
  afterAll(() => server.close());

  function outcomes(answers: readonly { readonly status: number; readonly error?: { description?: string | null } }[]) {
    return answers.map(({ status, error }) => error?.description ?? String(status)).sort();
  }

  test('rules §6 race: the same cancellation executed at once refunds once', async () => {
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 10);
    const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 2);
    const txCommandId = await checkCancelling(server, token, purchaseId);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => executeCancelling(server, token, purchaseId, txCommandId)),
    );
    expect(outcomes(answers)).toEqual(['200', ...Array<string>(9).fill('TRANSACTION_ALREADY_EXECUTED')]);
    expect(await residualOf(server, VOUCHER)).toBe('55.00');
  });

  test('rules §6 race: several commands that cancel one purchase at once refund once', async () => {
    await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 10);
    const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 2);
    const commands = await Promise.all(Array.from({ length: 8 }, () => checkCancelling(server, token, purchaseId)));
    const answers = await Promise.all(
      commands.map((txCommandId) => executeCancelling(server, token, purchaseId, txCommandId)),
    );
    expect(outcomes(answers)).toEqual(['200', ...Array<string>(7).fill('PURCHASE_NOT_CANCELABLE')]);
    expect(await residualOf(server, VOUCHER)).toBe('55.00');
  });

  test('rules §5 race: sales and cancellations on one voucher at once leave exactly what the ledger says', async () => {
    const sold: Id[] = [];
    for (let count = 0; count < 5; count += 1) {
      sold.push(await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 2));
    }
    const cancellations = await Promise.all(
      sold.map(async (purchaseId) => ({ purchaseId, txCommandId: await checkCancelling(server, token, purchaseId) })),
    );
    const carts = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const cartId = await openCart(server, token, SALES.withoutPin);
        await put(server, token, cartId, PRODUCTS.bread, 1);
        return { cartId, txCommandId: await checkBuying(server, token, cartId) };
      }),
    );
    const answers = await Promise.all([
      ...cancellations.map((one) => executeCancelling(server, token, one.purchaseId, one.txCommandId)),
      ...carts.map((one) => executeBuying(server, token, one.cartId, one.txCommandId)),
    ]);
    expect(outcomes(answers)).toEqual(Array<string>(10).fill('200'));
    expect(await residualOf(server, VOUCHER)).toBe('72.50');
  });

  test('rules §6 race: a purchase is cancelled or ordered, never both', async () => {
    for (let round = 0; round < 10; round += 1) {
      const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
      const txCommandId = await checkCancelling(server, token, purchaseId);
      const body = { purchasesIds: [Number(purchaseId)], orderDate: '2026-05-15T10:00:00+02:00' };
      const [cancelled, ordered] = await Promise.all([
        executeCancelling(server, token, purchaseId, txCommandId),
        server.call(createAmcOrders, { body }, { token }),
      ]);
      expect([
        ['200', 'PURCHASE_NOT_FOUND'],
        ['PURCHASE_NOT_CANCELABLE', '200'],
      ]).toContainEqual([...outcomes([cancelled]), ...outcomes([ordered])]);
      const { status, orders } = await server.db
        .selectFrom('purchase')
        .leftJoin('amc_order_purchase as link', 'link.purchase_id', 'purchase.purchase_id')
        .select(['status', (eb) => eb.fn.count<number>('link.amc_order_id').as('orders')])
        .where('purchase.purchase_id', '=', Number(purchaseId))
        .groupBy('status')
        .executeTakeFirstOrThrow();
      expect([status, orders]).toEqual(cancelled.status === 200 ? ['CANCELLED', 0] : ['ACTIVE', 1]);
    }
  });

  test('rules §6 race: codes tried at once are counted one by one, the fifth wrong one locks', async () => {
    const params = { businessId: BUSINESSES.bottega };
    const { auth } = await server.callOk(switchBusiness, { params }, { token });
    const bottega = auth.accessToken;
    const sale = { ...SALES.withoutPin, storeId: STORES.bottega };
    const purchaseId = await sell(server, bottega, sale, PRODUCTS.bread, 1);
    const txCommandId = await checkCancelling(server, bottega, purchaseId);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        executeCancelling(server, bottega, purchaseId, txCommandId, `9000${index}`),
      ),
    );
    expect(outcomes(answers)).toEqual([
      ...Array<string>(8).fill('TRANSACTION_LOCKED'),
      ...Array<string>(4).fill('TRANSACTION_WRONG_OTP'),
    ]);
    const right = await executeCancelling(server, bottega, purchaseId, txCommandId, CANCEL_CODE);
    expect(right).toMatchObject({ status: 409, error: { description: 'TRANSACTION_LOCKED' } });
  });

  test('§4 race: the same purchase recreated at once opens one cart', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => recreate(server, token, PURCHASES.cancelled.id)));
    expect(outcomes(answers)).toEqual(Array<string>(8).fill('200'));
    expect(new Set(answers.map(({ data }) => data?.cart.cartId)).size).toBe(1);
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCart, readCartSummary } from '#contract/calls/carts.ts';
import type { Id } from '#contract/wire.ts';
import { clocks } from '#server/database/clock.ts';
import { deleteAbandonedCarts } from '#server/sale/delete-abandoned-carts.ts';
import { PRODUCTS, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, executeBuying, openCart, put, sell } from './support/sale.ts';

const DAY_MS = 24 * 3_600_000;
const never = new AbortController().signal;

describeOnEachDatabase('abandoned carts', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  /** Deletes the abandoned carts this number of days after the fixture's instant. */
  function deleteAfter(days: number, stop = never): Promise<void> {
    return deleteAbandonedCarts({ db: server.db, ...clocks(() => new Date(TEST_NOW.getTime() + days * DAY_MS)) }, stop);
  }

  async function abandon(): Promise<Id> {
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    await checkBuying(server, token, cartId);
    return cartId;
  }

  async function read(cartId: Id): Promise<number> {
    return (await server.call(readCart, { params: { cartId: Number(cartId) } }, { token })).status;
  }

  async function lastExamined(): Promise<number> {
    const examination = server.db.selectFrom('job_step').select('done_to').where('job', '=', 'carts');
    return (await examination.executeTakeFirstOrThrow()).done_to;
  }

  const commands = () => server.db.selectFrom('tx_command').select('tx_command_id').execute();
  const linesOf = (cartId: Id) =>
    server.db.selectFrom('cart_item').selectAll().where('cart_id', '=', Number(cartId)).execute();

  test('rules §6 old carts: commands go after 30 days, carts that were not bought after 90, bought ones never', async () => {
    const purchaseId = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
    const ask = async () => {
      const { tx_command_id: command, cart_id: cart } = executed;
      return (await executeBuying(server, token, Number(cart), command)).error?.description;
    };
    const executed = await server.db
      .selectFrom('tx_command')
      .select(['tx_command_id', 'cart_id'])
      .where('kind', '=', 'PURCHASE')
      .executeTakeFirstOrThrow();
    const abandoned = await abandon();
    const made = await commands();
    await deleteAfter(29);
    expect(await commands()).toEqual(made);
    expect(await ask()).toBe('TRANSACTION_ALREADY_EXECUTED');
    await deleteAfter(31);
    expect(await ask()).toBe('TRANSACTION_NOT_FOUND');
    expect(await commands()).toEqual([]);
    expect(await read(abandoned)).toBe(200);

    await deleteAfter(91, AbortSignal.abort());
    expect(await read(abandoned)).toBe(200);
    await deleteAfter(91);
    expect(await read(abandoned)).toBe(404);
    expect(await linesOf(abandoned)).toEqual([]);
    const { cart_id: bought } = await server.db
      .selectFrom('purchase')
      .select('cart_id')
      .where('purchase_id', '=', Number(purchaseId))
      .executeTakeFirstOrThrow();
    const summary = await server.callOk(readCartSummary, { params: { cartId: bought } }, { token });
    expect(summary.cart.purchaseId).toBe(purchaseId);
    expect(await linesOf(bought)).toHaveLength(1);

    const later = await abandon();
    expect(await lastExamined()).toBe(Number(abandoned));
    await deleteAfter(91);
    expect(await read(later)).toBe(404);
    expect(await lastExamined()).toBe(Number(later));
  });

  test('rules §6 old carts: none is passed over that has a command, or that is younger than one with a higher number', async () => {
    const [checked, younger, last] = [await abandon(), await abandon(), await abandon()];
    const inDays = (days: number) => new Date(TEST_NOW.getTime() + days * DAY_MS);
    const change = { created_at: inDays(70), expires_at: inDays(70) };
    await server.db.updateTable('tx_command').set(change).where('cart_id', '=', Number(checked)).execute();
    await server.db
      .updateTable('cart')
      .set({ created_at: inDays(15) })
      .where('cart_id', '=', Number(younger))
      .execute();
    const present = async () => Promise.all([checked, younger, last].map(read));

    await deleteAfter(91);
    expect(await present()).toEqual([200, 200, 200]);
    await deleteAfter(101);
    expect(await present()).toEqual([404, 200, 200]);
    await Promise.all([deleteAfter(106), deleteAfter(106)]);
    expect(await present()).toEqual([404, 404, 404]);
  });
});

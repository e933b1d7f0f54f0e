import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Call, CallInput } from '#contract/call.ts';
import { checkCart, deleteCartProduct, executeCart, putCartLines, putCartProduct } from '#contract/calls/carts.ts';
import { checkCancellation, checkPurchase, executeCancellation, executePurchase } from '#contract/calls/purchases.ts';
import { deleteKeptAnswers } from '#server/http/kept-answers.ts';
import { contradictions } from './support/balanced-ledger.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { PATIENTS, PIN, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import {
  type TestServer,
  describeOnEachDatabase,
  signInAs,
  startTestServer,
  withLongTokens,
} from './support/harness.ts';
import { checkBuying, openCart, put, readLedger, residualOf, SALES } from './support/sale.ts';
import { makeTill, type TestTill, tokenOf } from './support/tills.ts';
import { untilWaiting } from './support/until-waiting.ts';

const HOUR_MS = 3_600_000;

describeOnEachDatabase('commands of tills by their keys', (database) => {
  let now: Date;
  let server: TestServer;
  let till: TestTill;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now, change: withLongTokens });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    till = await makeTill(server, STORES.auroraCentro);
    token = await tokenOf(server, till);
  });
  afterEach(() => restoreFixture(server.db));
  afterAll(() => server.close());

  function send<C extends Call>(call: C, input: CallInput<C>, key: string, bearer = token) {
    return server.call(call, input, { token: bearer, key });
  }

  /** A cart with bread, checked for its purchase. */
  async function checkedCart() {
    const cartId = Number(await openCart(server, token, SALES.withPin));
    await put(server, token, cartId, PRODUCTS.bread, 1);
    return { cartId, txCommandId: await checkBuying(server, token, cartId) };
  }

  function buying({ cartId, txCommandId }: { cartId: number; txCommandId: number }, otp: string = PIN) {
    return { params: { cartId }, body: { txCommandId, otp } };
  }

  test('rules §12 key: each command of a sale and of its cancellation is repeated with the same answer', async () => {
    const done: string[] = [];
    const twice = async <C extends Call>(call: C, input: CallInput<C>) => {
      const first = await send(call, input, call.name);
      expect([call.name, first.status]).toEqual([call.name, 200]);
      const before = await readLedger(server);
      expect(await send(call, input, call.name)).toEqual(first);
      expect(await readLedger(server)).toEqual(before);
      done.push(call.name);
      if (first.data === undefined) throw new Error(`${call.name} answered nothing`);
      return first.data;
    };
    const { voucherId, storeId } = SALES.withPin;
    const body = { patientId: PATIENTS.withPin.id, voucherId, storeId };
    const opening = await twice(checkCart, { body });
    const opened = await twice(executeCart, { body: { txCommandId: Number(opening.txCommand.txCommandId), otp: PIN } });
    const params = { cartId: Number(opened.cart.cartId) };
    const bread = { quantity: 1, pricePerUnit: 3.5 };
    await twice(putCartProduct, { params, body: { productId: PRODUCTS.bread.id, ...bread } });
    await twice(deleteCartProduct, { params: { ...params, productId: PRODUCTS.bread.id } });
    await twice(putCartLines, { params, body: { lines: [{ code: PRODUCTS.bread.ean, ...bread }] } });
    const { txCommand } = await twice(checkPurchase, { params });
    const { purchase } = await twice(
      executePurchase,
      buying({ ...params, txCommandId: Number(txCommand.txCommandId) }),
    );
    const own = { purchaseId: Number(purchase.purchaseId) };
    const cancelling = await twice(checkCancellation, { params: own });
    const txCommandId = Number(cancelling.txCommand.txCommandId);
    await twice(executeCancellation, { params: own, body: { txCommandId } });
    const all = api.filter(({ access, method }) => access.includes('TILL') && method !== 'GET');
    expect(done.toSorted()).toEqual(all.map(({ name }) => name).toSorted());
    expect(await contradictions(server.db)).toEqual([]);
  });

  test('rules §12 key: other content is an error of its own, and so is a key that is none', async () => {
    const checked = await checkedCart();
    await send(executePurchase, buying(checked), 'one');
    const other = await send(executePurchase, buying(checked, '99999'), 'one');
    expect(other).toMatchObject({ status: 422, error: { description: 'KEY_ALREADY_USED', code: 4220 } });
    const params = { cartId: checked.cartId };
    expect((await send(checkPurchase, { params }, 'one')).error?.description).toBe('KEY_ALREADY_USED');
    const long = await send(checkPurchase, { params }, 'x'.repeat(256));
    expect(long).toMatchObject({ status: 400, error: { field: 'idempotency-key' } });
  });

  test('rules §12 key: of another till, and of a person, it is another', async () => {
    const { cartId } = await checkedCart();
    const params = { cartId };
    const first = await send(checkPurchase, { params }, 'one');
    const second = await tokenOf(server, await makeTill(server, STORES.auroraCentro, { name: 'Cassa 4' }));
    const theirs = await send(checkPurchase, { params }, 'one', second);
    const person = await signInAs(server, USERS.aurora);
    const ids = [first, theirs, await send(checkPurchase, { params }, 'one', person)];
    ids.push(await send(checkPurchase, { params }, 'one', person));
    expect(new Set(ids.map(({ data }) => data?.txCommand.txCommandId)).size).toBe(4);
  });

  test('rules §12 key: a repeated wrong PIN is told again and is no second attempt; nobody finds PIN or patient in what is kept', async () => {
    const checked = await checkedCart();
    const first = await send(executePurchase, buying(checked, '54321'), 'wrong');
    expect(first.error).toMatchObject({ description: 'TRANSACTION_WRONG_OTP', attemptsLeft: 4 });
    expect(await send(executePurchase, buying(checked, '54321'), 'wrong')).toEqual(first);
    const attempts = await server.db.selectFrom('pin_attempts').select('failures').execute();
    expect(attempts).toEqual([{ failures: 1 }]);
    const { txCommand } = await server.callOk(
      checkCart,
      { body: { patientId: PATIENTS.withPin.id, voucherId: SALES.withPin.voucherId, storeId: SALES.withPin.storeId } },
      { token },
    );
    await send(executeCart, { body: { txCommandId: Number(txCommand.txCommandId), otp: PIN } }, 'secret-key');
    const stored = JSON.stringify(await server.db.selectFrom('kept_answer').selectAll().execute());
    for (const word of ['54321', PIN, PATIENTS.withPin.fiscalCode, 'TRANSACTION_WRONG_OTP', 'secret-key'])
      expect(stored).not.toContain(word);
  });

  test('rules §12 key: a refusal of the token is not kept', async () => {
    const checked = await checkedCart();
    expect((await send(executePurchase, buying(checked), 'one', 'none')).status).toBe(403);
    await server.db.updateTable('session').set({ ended_at: now }).execute();
    expect((await send(executePurchase, buying(checked), 'one')).status).toBe(403);
    token = await tokenOf(server, till);
    expect((await send(executePurchase, buying(checked), 'one')).status).toBe(200);
  });

  /** Holds the voucher, so that a purchase waits for it before it is made. Returns what lets it go. */
  async function holdVoucher(): Promise<() => Promise<void>> {
    let letGo: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const { voucherId } = SALES.withPin;
    let ended: Promise<void> = Promise.resolve();
    await new Promise<void>((resolve, reject) => {
      ended = server.db.transaction().execute(async (trx) => {
        await sql`select from voucher where voucher_id = ${voucherId} for update`.execute(trx);
        resolve();
        await released;
      });
      ended.catch(reject);
    });
    return () => {
      letGo();
      return ended;
    };
  }

  // The embedded database has one session, so nobody waits there.
  test.skipIf(database === 'pglite')(
    'rules §12 key: while the first runs, a second is told so; who takes over after 30 s alone sells',
    async () => {
      const checked = await checkedCart();
      const letGo = await holdVoucher();
      const first = send(executePurchase, buying(checked), 'one');
      await untilWaiting(server.db, 1);
      const second = await send(executePurchase, buying(checked), 'one');
      expect(second).toMatchObject({
        status: 409,
        error: { description: 'COMMAND_UNDERWAY', code: 4100, retryAfter: 1 },
      });
      now = new Date(TEST_NOW.getTime() + 31_000);
      const third = send(executePurchase, buying(checked), 'one');
      await untilWaiting(server.db, 2);
      await letGo();
      expect((await first).error?.description).toBe('COMMAND_UNDERWAY');
      expect((await third).status).toBe(200);
      expect(await send(executePurchase, buying(checked), 'one')).toEqual(await third);
      expect(Number(await residualOf(server, SALES.withPin.voucherId))).toBe(106.5);
    },
  );

  /** Lets nobody change what is kept, as if the process died there. */
  async function breakAnswers(when: string): Promise<() => Promise<unknown>> {
    await sql`create function fail_answer() returns trigger language plpgsql as $$
      begin raise exception 'the process is gone'; end $$`.execute(server.db);
    await sql`create trigger failing before ${sql.raw(when)} on kept_answer
      for each row execute function fail_answer()`.execute(server.db);
    return () => sql`drop function fail_answer() cascade`.execute(server.db);
  }

  test('rules §12 key: a command whose answer cannot be kept is not done, and its repetition does it', async () => {
    const checked = await checkedCart();
    const before = await readLedger(server);
    const mend = await breakAnswers('update');
    expect((await send(executePurchase, buying(checked), 'one')).status).toBe(500);
    await mend();
    expect(await readLedger(server)).toEqual(before);
    expect((await send(executePurchase, buying(checked), 'one')).status).toBe(200);
  });

  test('rules §12 key: after a process that died amid a command, the repetition does it 30 s later', async () => {
    const checked = await checkedCart();
    const mend = await breakAnswers('update or delete');
    expect((await send(executePurchase, buying(checked), 'one')).status).toBe(500);
    await mend();
    expect((await send(executePurchase, buying(checked), 'one')).error?.description).toBe('COMMAND_UNDERWAY');
    now = new Date(TEST_NOW.getTime() + 31_000);
    expect((await send(executePurchase, buying(checked), 'one')).status).toBe(200);
    expect(Number(await residualOf(server, SALES.withPin.voucherId))).toBe(106.5);
  });

  test('rules §12 key: an answer is kept for a day, and the cleaning job deletes it', async () => {
    const checked = await checkedCart();
    const first = await send(executePurchase, buying(checked), 'one');
    const kept = () => server.db.selectFrom('kept_answer').select('status').execute();
    const { signal } = new AbortController();
    now = new Date(TEST_NOW.getTime() + 23 * HOUR_MS);
    await deleteKeptAnswers(server.services, signal);
    expect(await kept()).toHaveLength(1);
    token = await tokenOf(server, till);
    expect(await send(executePurchase, buying(checked), 'one')).toEqual(first);
    now = new Date(TEST_NOW.getTime() + 25 * HOUR_MS);
    await deleteKeptAnswers(server.services, signal);
    expect(await kept()).toEqual([]);
  });
});

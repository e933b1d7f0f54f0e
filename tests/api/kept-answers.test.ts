import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Call, CallInput } from '#contract/call.ts';
import { checkCart, deleteCartProduct, executeCart, putCartLines, putCartProduct } from '#contract/calls/carts.ts';
import { checkCancellation, checkPurchase, executeCancellation, executePurchase } from '#contract/calls/purchases.ts';
import { deleteKeptAnswers, MAX_KEPT } from '#server/http/kept-answers.ts';
import { hashSecret } from '#server/sign-on/tokens.ts';
import { contradictions } from './support/balanced-ledger.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { CANCEL_CODE, PATIENTS, PIN, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
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
  async function checkedCart(storeId: number = SALES.withPin.storeId) {
    const cartId = Number(await openCart(server, token, { ...SALES.withPin, storeId }));
    await put(server, token, cartId, PRODUCTS.bread, 1);
    return { cartId, txCommandId: await checkBuying(server, token, cartId) };
  }

  function buying({ cartId, txCommandId }: { cartId: number; txCommandId: number }, otp: string = PIN) {
    return { params: { cartId }, body: { txCommandId, otp } };
  }

  function lastConsultation() {
    return server.db
      .selectFrom('consultation')
      .selectAll()
      .orderBy('consultation_id', 'desc')
      .limit(1)
      .executeTakeFirst();
  }

  /** The user as whom the till acts. */
  async function ownUserId(): Promise<number> {
    const own = server.db.selectFrom('till').select('user_id').where('till_id', '=', till.id);
    return (await own.executeTakeFirstOrThrow()).user_id;
  }

  test('rules §12 key: each command of a sale and of its cancellation is repeated with the same answer, and its repetition is a consultation', async () => {
    const { voucherId, storeId } = SALES.withPin;
    const userId = await ownUserId();
    const done: string[] = [];
    const twice = async <C extends Call>(call: C, input: CallInput<C>) => {
      const first = await send(call, input, call.name);
      expect([call.name, first.status]).toEqual([call.name, 200]);
      const before = await readLedger(server);
      const seen = await lastConsultation();
      expect(await send(call, input, call.name)).toEqual(first);
      expect(await readLedger(server)).toEqual(before);
      const again = await lastConsultation();
      expect(again).toMatchObject({
        call: call.name,
        user_id: userId,
        patient_id: PATIENTS.withPin.id,
        store_id: storeId,
      });
      expect(again?.consultation_id).not.toBe(seen?.consultation_id);
      done.push(call.name);
      if (first.data === undefined) throw new Error(`${call.name} answered nothing`);
      return first.data;
    };
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
    const other = await send(executePurchase, buying({ ...checked, txCommandId: checked.txCommandId + 1 }), 'one');
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

  test('rules §12 key: nobody finds PIN or patient in what is kept', async () => {
    const checked = await checkedCart();
    await send(executePurchase, { ...buying(checked), params: { cartId: checked.cartId + 1 } }, 'none');
    const { txCommand } = await server.callOk(
      checkCart,
      { body: { patientId: PATIENTS.withPin.id, voucherId: SALES.withPin.voucherId, storeId: SALES.withPin.storeId } },
      { token },
    );
    await send(executeCart, { body: { txCommandId: Number(txCommand.txCommandId), otp: PIN } }, 'secret-key');
    const rows = await server.db.selectFrom('kept_answer').selectAll().execute();
    expect(rows).toHaveLength(2);
    const stored = JSON.stringify(rows);
    for (const word of [PIN, PATIENTS.withPin.fiscalCode, 'CART_NOT_FOUND', 'secret-key'])
      expect(stored).not.toContain(word);
  });

  test('rules §4 access log: a refusal that tells of a patient is written down again when it is repeated, another is not', async () => {
    const { storeId } = SALES.withPin;
    const { revokedDossier, withPin } = PATIENTS;
    const count = async () => (await server.db.selectFrom('consultation').select('patient_id').execute()).length;
    const telling = { body: { patientId: revokedDossier.id, voucherId: 400, storeId } };
    const first = await send(checkCart, telling, 'telling');
    expect(first.error?.description).toBe('DOSSIER_NOT_APPROVED');
    const before = await count();
    expect(await send(checkCart, telling, 'telling')).toEqual(first);
    expect(await lastConsultation()).toMatchObject({
      call: 'carts.check',
      patient_id: revokedDossier.id,
      store_id: storeId,
    });
    expect(await count()).toBe(before + 1);
    const silent = { body: { patientId: withPin.id, voucherId: 200, storeId } };
    for (let turn = 0; turn < 2; turn++) expect((await send(checkCart, silent, 'silent')).status).toBe(404);
    expect(await count()).toBe(before + 1);
  });

  describe('a thief of the credentials', () => {
    const GUESSES = ['00000', '11111', '54321', '99999', '12344'];

    /** The wrong tries that are counted, and those in the audit. */
    async function counted() {
      const { db } = server;
      const attempts = await db.selectFrom('pin_attempts').select(['failures', 'locks']).execute();
      const codes = await db.selectFrom('cancel_code_attempts').select(['failures', 'locks']).execute();
      const audit = await db
        .selectFrom('audit')
        .select('action')
        .where('action', 'in', ['PIN_REFUSED', 'PIN_LOCKED', 'CANCEL_CODE_REFUSED', 'CANCEL_CODE_LOCKED'])
        .execute();
      const sum = [...attempts, ...codes].reduce((so, { failures, locks }) => so + failures + 5 * locks, 0);
      return { attempts: sum, audit: audit.length };
    }

    type Send = (otp: string | undefined) => Promise<{ readonly status: number }>;

    /** Prepares a state, and answers how a guess is sent in it. */
    const ways: readonly (readonly [name: string, prepare: () => Promise<Send>])[] = [
      [
        'the key of an executed purchase',
        async () => {
          const checked = await checkedCart();
          await send(executePurchase, buying(checked), 'one');
          return (otp) =>
            send(executePurchase, { ...buying(checked), body: { txCommandId: checked.txCommandId, otp } }, 'one');
        },
      ],
      [
        'new keys for an executed purchase',
        async () => {
          const checked = await checkedCart();
          await send(executePurchase, buying(checked), 'one');
          let keys = 0;
          return (otp) =>
            send(
              executePurchase,
              { ...buying(checked), body: { txCommandId: checked.txCommandId, otp } },
              `new-${keys++}`,
            );
        },
      ],
      [
        'the key of an opened cart',
        async () => {
          const { voucherId, storeId, patientId } = SALES.withPin;
          const { txCommand } = await server.callOk(checkCart, { body: { patientId, voucherId, storeId } }, { token });
          const txCommandId = Number(txCommand.txCommandId);
          await send(executeCart, { body: { txCommandId, otp: PIN } }, 'one');
          return (otp) => send(executeCart, { body: { txCommandId, otp } }, 'one');
        },
      ],
      [
        'the key of a purchase that was refused for its cart',
        async () => {
          const checked = await checkedCart();
          await put(server, token, checked.cartId, PRODUCTS.bread, 2);
          const refused = await send(executePurchase, buying(checked), 'one');
          expect(refused.error?.description).toBe('CART_CHANGED');
          return (otp) =>
            send(executePurchase, { ...buying(checked), body: { txCommandId: checked.txCommandId, otp } }, 'one');
        },
      ],
      [
        'the key of another till',
        async () => {
          const checked = await checkedCart();
          await send(executePurchase, buying(checked), 'one');
          const second = await tokenOf(server, await makeTill(server, STORES.auroraCentro, { name: 'Cassa 4' }));
          const body = (otp: string | undefined) => ({
            ...buying(checked),
            body: { txCommandId: checked.txCommandId, otp },
          });
          return (otp) => send(executePurchase, body(otp), 'one', second);
        },
      ],
      [
        'the key of a cancellation with a code',
        async () => {
          till = await makeTill(server, STORES.bottega);
          token = await tokenOf(server, till);
          const { cartId, txCommandId } = await checkedCart(STORES.bottega);
          const { purchase } = await server.callOk(executePurchase, buying({ cartId, txCommandId }), { token });
          const params = { purchaseId: Number(purchase.purchaseId) };
          const { txCommand } = await server.callOk(checkCancellation, { params }, { token });
          const ofCommand = { txCommandId: Number(txCommand.txCommandId) };
          const done = await send(executeCancellation, { params, body: { ...ofCommand, otp: CANCEL_CODE } }, 'one');
          expect(done.status).toBe(200);
          return (otp) => send(executeCancellation, { params, body: { ...ofCommand, otp } }, 'one');
        },
      ],
    ];

    test.each(ways)('rules §12 key: %s tells no PIN or code, right, wrong or none', async (_name, prepare) => {
      const guess = await prepare();
      const before = await counted();
      const told: unknown[] = [];
      for (const otp of [...GUESSES, PIN, CANCEL_CODE, undefined]) {
        const { trace: _trace, ...answered } = (await guess(otp)) as { readonly trace?: string };
        told.push(answered);
      }
      expect(new Set(told.map((answered) => JSON.stringify(answered))).size).toBe(1);
      expect(told[0]).not.toMatchObject({ status: 400 });
      expect(await counted()).toEqual(before);
    });

    test.each([
      ['one key', () => 'one'],
      ['a new key each', (turn: number) => `key-${turn}`],
    ])(
      'rules §12 key: of a purchase that waits, with %s, each guess is counted and in the audit, and the fifth locks',
      async (_name, keyOf) => {
        const checked = await checkedCart();
        const told: unknown[] = [];
        for (const [turn, otp] of [...GUESSES, PIN].entries()) {
          const { error } = await send(executePurchase, buying(checked, otp), keyOf(turn));
          told.push([error?.description, error?.attemptsLeft]);
        }
        expect(told).toEqual([
          ...[4, 3, 2, 1].map((left) => ['TRANSACTION_WRONG_OTP', left]),
          ['TRANSACTION_LOCKED', undefined],
          ['TRANSACTION_LOCKED', undefined],
        ]);
        expect(await counted()).toEqual({ attempts: 5, audit: 5 });
      },
    );

    test('rules §12 key: after a wrong PIN the right one is taken under the same key, and told again whatever follows', async () => {
      const checked = await checkedCart();
      expect((await send(executePurchase, buying(checked, '54321'), 'one')).error?.attemptsLeft).toBe(4);
      const bought = await send(executePurchase, buying(checked), 'one');
      expect(bought.status).toBe(200);
      expect(await send(executePurchase, buying(checked, '54321'), 'one')).toEqual(bought);
      expect(await counted()).toEqual({ attempts: 0, audit: 1 });
    });
  });

  test.each([
    ['a cart', checkCart.name],
    ['a purchase', executePurchase.name],
  ])(
    'rules §6 PIN: of %s that needs one only since its check it is asked for, uncounted, under the same key',
    async (_, name) => {
      const { patientId, voucherId, storeId } = SALES.withPin;
      const confirmBy = (otpMode: 'PIN' | 'NONE') =>
        server.db.updateTable('patient').set({ otp_mode: otpMode }).where('patient_id', '=', patientId).execute();
      await confirmBy('NONE');
      let execute: (otp?: string) => Promise<{ readonly status: number; readonly error?: object | undefined }>;
      if (name === executePurchase.name) {
        const { cartId, txCommandId } = await checkedCart();
        execute = (otp) => send(executePurchase, { params: { cartId }, body: { txCommandId, otp } }, 'one');
      } else {
        const { txCommand } = await server.callOk(checkCart, { body: { patientId, voucherId, storeId } }, { token });
        expect(txCommand.otpRequired).toBe(false);
        execute = (otp) => send(executeCart, { body: { txCommandId: Number(txCommand.txCommandId), otp } }, 'one');
      }
      await confirmBy('PIN');
      const wanted = { code: 5001, description: 'TRANSACTION_WRONG_OTP' };
      expect(await execute()).toMatchObject({ status: 409, error: wanted });
      expect((await execute()).error).toEqual(wanted);
      expect(await server.db.selectFrom('pin_attempts').selectAll().execute()).toEqual([]);
      expect((await execute(PIN)).status).toBe(200);
    },
  );

  /** Serves with other secrets from now on. */
  function rotate(secret: string, formerSecrets: readonly string[]): void {
    Object.assign(server.services, { tokens: { ...server.services.tokens, secret, formerSecrets } });
  }

  test('rules §12 rotation: a kept answer is read after two new secrets, and nothing is done anew where its own is gone', async () => {
    const { tokens } = server.services;
    const checked = await checkedCart();
    const bought = await send(executePurchase, buying(checked), 'one');
    const [second, third] = ['second secret '.repeat(3), 'third secret '.repeat(3)];
    rotate(third, [second, tokens.secret]);
    expect(await send(executePurchase, buying(checked), 'one')).toEqual(bought);
    const before = await readLedger(server);
    rotate(third, [second]);
    token = await tokenOf(server, till);
    expect(await send(executePurchase, buying(checked), 'one')).toMatchObject({
      status: 500,
      error: { description: 'INTERNAL_ERROR' },
    });
    expect(await readLedger(server)).toEqual(before);
    Object.assign(server.services, { tokens });
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

  test('rules §12 key: of a till the newest answers stay, and no more of it are on the disk', async () => {
    const { cartId } = await checkedCart();
    const params = { cartId };
    await send(checkPurchase, { params }, 'first');
    await sql`insert into kept_answer (till_id, key_hash, content_hash, run_id, began_at, status, answer)
      select ${till.id}, 'made ' || turn, 'content', gen_random_uuid(),
        ${now}::timestamptz + turn * interval '1 millisecond', 200, 'answer'
      from generate_series(1, ${MAX_KEPT}) turn`.execute(server.db);
    now = new Date(TEST_NOW.getTime() + HOUR_MS);
    await send(checkPurchase, { params }, 'last');
    const kept = await server.db.selectFrom('kept_answer').select('key_hash').where('till_id', '=', till.id).execute();
    expect(kept).toHaveLength(MAX_KEPT);
    const hashes = kept.map((row) => row.key_hash);
    for (const gone of [hashSecret('first'), 'made 1']) expect(hashes).not.toContain(gone);
    for (const there of [hashSecret('last'), 'made 2']) expect(hashes).toContain(there);
  });
});

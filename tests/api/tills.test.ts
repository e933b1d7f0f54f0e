import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { adminTills, issueAdminTillSecret } from '#contract/admin/tills.ts';
import { adminUsers } from '#contract/admin/users.ts';
import { searchConsultations } from '#contract/admin/consultations.ts';
import { api } from '#contract/api.ts';
import { checkCart, putCartLines, readCart, readCartSummary } from '#contract/calls/carts.ts';
import { readEndOfDay } from '#contract/calls/end-of-day.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { executePurchase } from '#contract/calls/purchases.ts';
import { exchangeSession } from '#server/sign-on/sessions.ts';
import { hashSecret } from '#server/sign-on/tokens.ts';
import { askToCancel, cancel } from './support/after-sale.ts';
import { restoreFixture } from './support/fill-fixture.ts';
import { BUSINESSES, CANCEL_CODE, PATIENTS, PIN, PRODUCTS, STORES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { openCart, put, readLedger, residualOf, SALES, sell } from './support/sale.ts';
import { untilWaiting } from './support/until-waiting.ts';
import { askForToken, basicOf, makeTill, type TestTill, tokenOf } from './support/tills.ts';

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const NOW_SECONDS = TEST_NOW.getTime() / 1000;

describeOnEachDatabase('tills of chains', (database) => {
  let now: Date;
  let server: TestServer;
  let region: string;
  let till: TestTill;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => now });
  });
  beforeEach(async () => {
    now = TEST_NOW;
    region = await signInAs(server, USERS.region);
    till = await makeTill(server, STORES.auroraCentro);
    token = await tokenOf(server, till);
  });
  afterEach(() => restoreFixture(server.db));
  afterAll(() => server.close());

  function readTill(id = till.id) {
    return server.callOk(adminTills.calls.read, { params: { id } }, { token: region });
  }

  async function revoke(disabled = true): Promise<void> {
    const { row } = await readTill();
    const body = { name: row.name, disabled, version: row.version };
    await server.callOk(adminTills.calls.update, { params: { id: till.id }, body }, { token: region });
  }

  /** Whether the server knows the bearer of a token. */
  async function isKnown(bearer = token): Promise<boolean> {
    const { error } = await server.call(searchPatients, { query: { fiscalCode: 'RSSMRA80' } }, { token: bearer });
    return error?.description !== 'NOT_AUTHENTICATED';
  }

  describe('credentials', () => {
    test('rules §12 secret: the answer to the command alone has it, the database a hash, the audit no value', async () => {
      expect(till).toMatchObject({ tokenEndpoint: `${server.settings.signOn.publicUrl}/sign-on/token` });
      const { row } = await readTill();
      expect(row).toMatchObject({ name: 'Cassa 3', clientId: till.clientId, hasSecret: true, disabled: false });
      expect(row.lastUsed).toBe('2026-05-15T10:00:00.000+02:00');
      const stored = await server.db.selectFrom('till').selectAll().execute();
      const audit = await server.db.selectFrom('audit').selectAll().execute();
      expect(JSON.stringify([row, stored, audit])).not.toContain(till.clientSecret);
      expect(audit.map(({ action }) => action)).toContain('TILL_SECRET_ISSUED');
    });

    test('rules §12 secret: a new one replaces the former, and ends its tokens', async () => {
      const { row } = await readTill();
      const input = { params: { id: till.id }, body: { version: row.version } };
      await server.callOk(issueAdminTillSecret, input, { token: region });
      const { status, body } = await askForToken(server, {}, basicOf(till));
      expect([status, body]).toEqual([401, { error: 'invalid_client' }]);
      expect(await isKnown()).toBe(false);
    });

    test('rules §12 key: a JWK that is private, weak or none is refused, and names its field', async () => {
      const weak = await exportJWK((await generateKeyPair('RS256', { modulusLength: 2048 })).publicKey);
      const { privateKey } = await generateKeyPair('ES256', { extractable: true });
      const keys = [
        'no JSON',
        '{"kty":"oct","k":"AAAA"}',
        JSON.stringify({ ...weak, n: 'AQAB' }),
        JSON.stringify({ ...weak, e: 'AQ' }),
        // A curve by which nobody signs here.
        JSON.stringify(generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey.export({ format: 'jwk' })),
        JSON.stringify(await exportJWK(privateKey)),
      ];
      for (const publicKey of keys) {
        const body = { name: 'Cassa 9', storeId: STORES.auroraMare, publicKey };
        const { status, error } = await server.call(adminTills.calls.create, { body }, { token: region });
        expect([status, error?.field]).toEqual([400, 'publicKey']);
      }
    });

    test('rules §12 key: another one ends the tokens of the former', async () => {
      const jwk = async () => JSON.stringify(await exportJWK((await generateKeyPair('ES256')).publicKey));
      const change = async (publicKey: string, name = 'Cassa 3') => {
        const { row } = await readTill();
        const body = { name, publicKey, version: row.version };
        await server.callOk(adminTills.calls.update, { params: { id: till.id }, body }, { token: region });
      };
      const key = await jwk();
      await change(key);
      token = await tokenOf(server, till);
      await change(key, 'Cassa 4');
      expect(await isKnown()).toBe(true);
      await change(await jwk());
      expect(await isKnown()).toBe(false);
    });

    test('rules §12 tills: an unknown store and a name that is taken in the store name their field', async () => {
      const make = (body: { name: string; storeId: number }) =>
        server.call(adminTills.calls.create, { body }, { token: region });
      expect(await make({ name: 'Cassa 1', storeId: 99_999 })).toMatchObject({
        status: 400,
        error: { field: 'storeId' },
      });
      expect(await make({ name: 'Cassa 3', storeId: STORES.auroraCentro })).toMatchObject({
        status: 409,
        error: { description: 'DUPLICATE', field: 'name' },
      });
      expect((await make({ name: 'Cassa 3', storeId: STORES.auroraMare })).status).toBe(200);
    });

    test('rules §12 tills: searched by business; the users of the administration are people alone', async () => {
      const search = (businessId: number) =>
        server.callOk(adminTills.calls.search, { query: { businessId } }, { token: region });
      expect((await search(BUSINESSES.aurora)).rows.map(({ name }) => name)).toEqual(['Cassa 3']);
      expect((await search(BUSINESSES.corso)).rows).toEqual([]);
      const { rows } = await server.callOk(adminUsers.calls.search, { query: { username: 'till' } }, { token: region });
      expect(rows).toEqual([]);
    });

    test('rules §12 tills: nobody signs on at the identity provider as a till', async () => {
      const signOn = { sessionId: 'session', RelayState: 'relay' };
      await server.db
        .insertInto('sign_on')
        .values({
          relay_state: signOn.RelayState,
          saml_request_id: 'request',
          session_id_hash: hashSecret(signOn.sessionId),
          username: till.clientId,
          provider_session: null,
          created_at: now,
          expires_at: new Date(now.getTime() + 60_000),
        })
        .execute();
      const origin = { address: '127.0.0.1', trace: 'trace' };
      await expect(exchangeSession(server.services, signOn, origin)).rejects.toThrow('USER_NOT_FOUND');
    });
  });

  describe('tokens', () => {
    test('rules §12 token: by client_secret_basic, with the answer of RFC 6749', async () => {
      const answers = [
        await askForToken(server, {}, basicOf(till)),
        await askForToken(server, { client_id: till.clientId }, basicOf(till)),
      ];
      for (const { status, headers, body } of answers) {
        expect(status).toBe(200);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(body).toEqual({
          access_token: expect.any(String) as string,
          token_type: 'Bearer',
          expires_in: 600,
          store_id: STORES.auroraCentro,
        });
        expect(await isKnown(body.access_token)).toBe(true);
      }
    });

    test('rules §12 token: what is wrong gets the errors of RFC 6749', async () => {
      const own = { client_id: till.clientId, client_secret: till.clientSecret };
      const basic = basicOf(till);
      const assertion = { client_assertion_type: ASSERTION, client_assertion: 'a.b.c' };
      const asked = [
        [await askForToken(server, {}, basicOf({ ...till, clientSecret: 'wrong' })), 401, 'invalid_client'],
        [await askForToken(server, {}, basicOf({ ...till, clientId: 'till-0' })), 401, 'invalid_client'],
        [await askForToken(server, {}, basicOf({ ...till, clientId: 'till-\u0000' })), 401, 'invalid_client'],
        [await askForToken(server, {}), 401, 'invalid_client'],
        // A body is logged more easily than a header.
        [await askForToken(server, own), 401, 'invalid_client'],
        [await askForToken(server, { client_id: 'till-0' }, basic), 401, 'invalid_client'],
        [await askForToken(server, assertion, basic), 400, 'invalid_request'],
        [await askForToken(server, { grant_type: 'password' }, basic), 400, 'unsupported_grant_type'],
        [await askForToken(server, { scope: 'admin' }, basic), 400, 'invalid_scope'],
      ] as const;
      for (const [{ status, headers, body }, expected, error] of asked) {
        expect([status, body]).toEqual([expected, { error }]);
        expect(headers.has('www-authenticate')).toBe(expected === 401);
      }
      const json = await fetch(new URL('/sign-on/token', server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...basic },
        body: JSON.stringify({ grant_type: 'client_credentials' }),
      });
      expect([json.status, await json.json()]).toEqual([400, { error: 'invalid_request' }]);
    });

    test('rules §12 token: by private_key_jwt, each assertion once; of another key, time, audience or till refused', async () => {
      const pair = await generateKeyPair('ES256', { extractable: true });
      const other = await generateKeyPair('ES256');
      const publicKey = JSON.stringify(await exportJWK(pair.publicKey));
      const { clientId } = await makeTill(server, STORES.auroraMare, { publicKey });
      const aud = `${server.settings.signOn.publicUrl}/sign-on/token`;
      const good = { iss: clientId, sub: clientId, aud, exp: NOW_SECONDS + 60, jti: 'first' };
      const ask = async (claims: JWTPayload, key = pair.privateKey) => {
        const assertion = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256' }).sign(key);
        const { body } = await askForToken(server, { client_assertion_type: ASSERTION, client_assertion: assertion });
        return body.error ?? 'granted';
      };
      expect(await ask({ ...good, jti: 'other' }, other.privateKey)).toBe('invalid_client');
      expect(await ask(good)).toBe('granted');
      expect(await ask(good)).toBe('invalid_client');
      const { jti: _jti, ...unnamed } = good;
      const wrong: JWTPayload[] = [
        { ...good, exp: NOW_SECONDS - 60 },
        { ...good, exp: NOW_SECONDS + 3600 },
        { ...good, aud: 'https://elsewhere.example' },
        { ...good, iss: till.clientId },
        { ...good, iss: till.clientId, sub: till.clientId },
        unnamed,
      ];
      for (const claims of wrong)
        expect(await ask('jti' in claims ? { ...claims, jti: randomUUID() } : claims)).toBe('invalid_client');
      for (const jti of [7, {}, '']) expect(await ask({ ...good, jti } as never)).toBe('invalid_client');
      expect(await ask({ ...good, jti: 'second', aud: server.settings.signOn.publicUrl })).toBe('granted');
    });

    test('rules §12 token: a forged assertion gets none, also with a key that was taken before', async () => {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const jwk = publicKey.export({ format: 'jwk' });
      const { id, clientId } = await makeTill(server, STORES.auroraMare, { publicKey: JSON.stringify(jwk) });
      const aud = `${server.settings.signOn.publicUrl}/sign-on/token`;
      const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
      const ask = async (alg: string, signed: (input: string) => Buffer) => {
        const claims = { iss: clientId, sub: clientId, aud, exp: NOW_SECONDS + 60, jti: randomUUID() };
        const input = `${encode({ alg })}.${encode(claims)}`;
        const assertion = `${input}.${signed(input).toString('base64url')}`;
        const { body } = await askForToken(server, { client_assertion_type: ASSERTION, client_assertion: assertion });
        return body.error ?? 'granted';
      };
      /** The signature of whoever has no private key: with the exponent 1 it is the padded digest. */
      const padded = (input: string) => {
        const digest = createHash('sha256').update(input).digest();
        const info = Buffer.from('3031300d060960864801650304020105000420', 'hex');
        const filling = Buffer.alloc(256 - 3 - info.length - digest.length, 0xff);
        return Buffer.concat([Buffer.from([0, 1]), filling, Buffer.from([0]), info, digest]);
      };
      const pem = publicKey.export({ type: 'spki', format: 'pem' });
      const hmacOf = (key: string | Buffer) => (input: string) => createHmac('sha256', key).update(input).digest();
      expect(await ask('RS256', (input) => sign('sha256', Buffer.from(input), privateKey))).toBe('granted');
      expect(await ask('none', () => Buffer.alloc(0))).toBe('invalid_client');
      for (const key of [pem, String(jwk.n), JSON.stringify(jwk), ''])
        expect(await ask('HS256', hmacOf(key))).toBe('invalid_client');
      expect(await ask('ES256', (input) => sign('sha256', Buffer.from(input), privateKey))).toBe('invalid_client');
      const weak = { public_key: JSON.stringify({ ...jwk, e: 'AQ' }) };
      await server.db.updateTable('till').set(weak).where('till_id', '=', id).execute();
      expect(await ask('RS256', padded)).toBe('invalid_client');
    });

    test('rules §12 token: its address and the ways to ask stand in the metadata of RFC 8414', async () => {
      const response = await fetch(new URL('/.well-known/oauth-authorization-server', server.url));
      expect(await response.json()).toMatchObject({
        issuer: server.settings.signOn.publicUrl,
        token_endpoint: till.tokenEndpoint,
        grant_types_supported: ['client_credentials'],
      });
    });

    test('rules §12 token: a revoked till gets none, and the one it has ends at once', async () => {
      expect(await isKnown()).toBe(true);
      await revoke();
      expect(await isKnown()).toBe(false);
      expect((await askForToken(server, {}, basicOf(till))).body).toEqual({ error: 'invalid_client' });
      await revoke(false);
      expect(await isKnown()).toBe(false);
      expect(await isKnown(await tokenOf(server, till))).toBe(true);
    });

    test('rules §12 token: it ends after ten minutes, and its session goes with the next', async () => {
      now = new Date(TEST_NOW.getTime() + 601_000);
      expect(await isKnown()).toBe(false);
      await tokenOf(server, till);
      const sessions = server.db.selectFrom('session').innerJoin('till', 'till.user_id', 'session.user_id');
      expect(await sessions.select('session_id').execute()).toHaveLength(1);
    });

    test('rules §8 rates: wrong credentials are limited in the words of OAuth, and use up nothing of right ones', async () => {
      const limited = await startTestServer({ database, env: { RATE_LIMIT_PER_MINUTE: '3' } });
      try {
        const [one, other] = [await makeTill(limited, STORES.auroraCentro), await makeTill(limited, STORES.auroraMare)];
        const ask = (till: Pick<TestTill, 'clientId' | 'clientSecret'>) => askForToken(limited, {}, basicOf(till));
        expect((await ask(one)).status).toBe(200);
        // Strangers: without credentials, with the names of both tills, and with made up ones.
        const wrong = [{}, basicOf({ ...one, clientSecret: 'x' }), basicOf({ ...other, clientSecret: 'x' })];
        const guesses = Array.from({ length: 3 }, (_, index) => basicOf({ ...one, clientId: `till-9${index}` }));
        for (const headers of [...wrong, ...wrong, ...wrong, ...guesses]) await askForToken(limited, {}, headers);
        for (const headers of [...wrong, ...guesses].slice(0, 1)) {
          const { status, headers: told, body } = await askForToken(limited, {}, headers);
          expect([status, body]).toEqual([429, { error: 'temporarily_unavailable' }]);
          expect(Number(told.get('retry-after'))).toBeGreaterThan(0);
        }
        expect([(await ask(one)).status, (await ask(other)).status]).toEqual([200, 200]);
        // Each till has a count of its own.
        await ask(one);
        expect([(await ask(one)).status, (await ask(other)).status]).toEqual([429, 200]);
      } finally {
        await limited.close();
      }
    });

    test.runIf(database === 'postgres')(
      'rules §12 token: a wrong secret neither locks nor waits, and a right one is judged again after the lock',
      async () => {
        const [right, wrong] = await server.db
          .transaction()
          .execute(async (trx) => {
            const row = trx.selectFrom('till').select('till_id').where('till_id', '=', till.id);
            await row.forUpdate().execute();
            const asked = askForToken(server, {}, basicOf(till));
            const refused = await askForToken(server, {}, basicOf({ ...till, clientSecret: 'wrong' }));
            await untilWaiting(server.db);
            const another = { secret_hash: hashSecret('another') };
            await trx.updateTable('till').set(another).where('till_id', '=', till.id).execute();
            return [asked, refused.status] as const;
          })
          .then(async ([asked, status]) => [(await asked).status, status]);
        expect([right, wrong]).toEqual([401, 401]);
      },
    );

    test('rules §8 rates: a till has one count, however many tokens it takes', async () => {
      const limited = await startTestServer({ database, now: () => now, env: { RATE_LIMIT_PER_MINUTE: '3' } });
      try {
        const one = await makeTill(limited, STORES.auroraCentro);
        const statuses: number[] = [];
        for (let asked = 0; asked < 2; asked += 1) {
          const bearer = await tokenOf(limited, one);
          for (let call = 0; call < 2; call += 1) {
            const { status } = await limited.call(
              searchPatients,
              { query: { fiscalCode: 'RSSMRA80' } },
              { token: bearer },
            );
            statuses.push(status);
          }
        }
        expect(statuses).toEqual([200, 200, 200, 429]);
      } finally {
        await limited.close();
      }
    });
  });

  describe('sales', () => {
    const lines = [
      { code: PRODUCTS.bread.ean, quantity: 2, pricePerUnit: 3.5 },
      { code: PRODUCTS.penne.ean, quantity: 1, pricePerUnit: 2.99 },
    ];

    async function putLines(cartId: number, given = lines) {
      return server.call(putCartLines, { params: { cartId }, body: { lines: given } }, { token });
    }

    test('rules §12 calls: a till makes those that a sale needs, and no other', async () => {
      for (const { name, method, path, access } of api.filter((call) => typeof call.access !== 'string')) {
        const response = await fetch(new URL(path.replaceAll(/\{\w+\}/g, '0'), server.url), {
          method,
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          ...(method !== 'GET' && { body: '{}' }),
        });
        const { error } = (await response.json()) as { error?: { description: string } };
        expect([name, error?.description !== 'NOT_ALLOWED']).toEqual([name, access.includes('TILL')]);
      }
    });

    test('rules §12 sale: by the calls of §7, in the name of the till', async () => {
      const purchaseId = Number(await sell(server, token, SALES.withPin, PRODUCTS.bread, 2));
      const audits = await server.db
        .selectFrom('audit')
        .innerJoin('app_user', 'app_user.user_id', 'audit.user_id')
        .where('purchase_id', '=', purchaseId)
        .select(['action', 'first_name', 'last_name'])
        .execute();
      const { company_name: company } = await server.db
        .selectFrom('business')
        .where('business_id', '=', BUSINESSES.aurora)
        .select('company_name')
        .executeTakeFirstOrThrow();
      const { city } = await server.db
        .selectFrom('store')
        .where('store_id', '=', STORES.auroraCentro)
        .select('city')
        .executeTakeFirstOrThrow();
      const label = `(${company}, ${city})`;
      expect(audits).toEqual([{ action: 'PURCHASE_MADE', first_name: 'Cassa 3', last_name: label }]);
      const { rows } = await server.callOk(
        searchConsultations,
        { body: { fiscalCode: PATIENTS.withPin.fiscalCode, dateStart: '2026-05-15', dateEnd: '2026-05-15' } },
        { token: region },
      );
      expect(new Set(rows.map(({ userName }) => userName))).toContain(`Cassa 3 ${label}`);
      const { endOfDay } = await server.callOk(
        readEndOfDay,
        { params: { storeId: STORES.auroraCentro }, query: { day: '2026-05-15' } },
        { token: await signInAs(server, USERS.aurora) },
      );
      expect(JSON.stringify(endOfDay)).toContain(`Cassa 3 ${label}`);
    });

    test('rules §12 sale: five calls are enough, and the cart is what one call for each product makes', async () => {
      const { patients } = await server.callOk(
        searchPatients,
        { query: { fiscalCode: PATIENTS.withPin.fiscalCode, duplicateByDossier: true } },
        { token },
      );
      expect(patients[0]?.activeVouchers[0]?.voucherId).toBe(SALES.withPin.voucherId);
      const cartId = Number(await openCart(server, token, SALES.withPin));
      const { data } = await putLines(cartId);
      expect(data?.txCommand.otpRequired).toBe(true);
      expect(data?.cart.itemsAmount.toFixed()).toBe('9.99');
      const byOne = Number(await openCart(server, token, SALES.withPin));
      await put(server, token, byOne, PRODUCTS.bread, 2);
      await put(server, token, byOne, PRODUCTS.penne, 1);
      const { cart } = await server.callOk(readCart, { params: { cartId: byOne } }, { token });
      expect(data?.cart.items).toEqual(cart.items);
      const body = { txCommandId: Number(data?.txCommand.txCommandId), otp: PIN };
      const { purchase } = await server.callOk(executePurchase, { params: { cartId }, body }, { token });
      expect(purchase.items).toHaveLength(2);
      expect(await residualOf(server, SALES.withPin.voucherId)).toBe('100.01');
      const { cart: bought } = await server.callOk(readCartSummary, { params: { cartId } }, { token });
      expect(bought.purchaseId).toBe(purchase.purchaseId);
    });

    test('rules §12 lines: they replace those of the cart; a wrong one is named and changes nothing', async () => {
      const cartId = Number(await openCart(server, token, SALES.withoutPin));
      await putLines(cartId);
      const { data } = await putLines(cartId, lines.slice(1));
      expect(data?.cart.items.map(({ product }) => product.productId)).toEqual([PRODUCTS.penne.id]);
      const before = await readLedger(server);
      const wrong = [
        [{ code: '4006381333931' }, 404, 'PRODUCT_NOT_FOUND'],
        [{ code: PRODUCTS.proteinFree.ean }, 409, 'PRODUCT_NOT_ALLOWED'],
        [{ code: PRODUCTS.dear.ean, pricePerUnit: 60, quantity: 2 }, 412, 'VOUCHER_AMOUNT_NOT_SUFFICIENT'],
        [{ code: PRODUCTS.rolls.ean, pricePerUnit: 400 }, 400, 'INVALID_REQUEST'],
        [{ code: PRODUCTS.bread.ean }, 400, 'INVALID_REQUEST'],
      ] as const;
      for (const [line, status, description] of wrong) {
        const refused = await putLines(cartId, [lines[0], { quantity: 1, pricePerUnit: 1, ...line }] as typeof lines);
        expect(refused).toMatchObject({ status, error: { description } });
        const raw = await rawRefusal(cartId, [lines[0], { quantity: 1, pricePerUnit: 1, ...line }]);
        expect(raw.error.productCode).toBe(line.code);
      }
      expect(await readLedger(server)).toEqual(before);
    });

    async function rawRefusal(cartId: number, given: unknown) {
      const response = await fetch(new URL(`/api/v1/extra/carts/${cartId}/lines`, server.url), {
        method: 'PUT',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ lines: given }),
      });
      return (await response.json()) as { error: { productCode?: string } };
    }

    test('rules §12 store: another store of the business is unknown, and so are its carts', async () => {
      const body = { patientId: 2, voucherId: 200, storeId: STORES.auroraMare };
      const { error } = await server.call(checkCart, { body }, { token });
      expect(error?.description).toBe('STORE_NOT_FOUND');
      const aurora = await signInAs(server, USERS.aurora);
      const cartId = Number(await openCart(server, aurora, { ...SALES.withoutPin, storeId: STORES.auroraMare }));
      const read = await server.call(readCart, { params: { cartId } }, { token });
      expect(read.error?.description).toBe('CART_NOT_FOUND');
    });

    test('rules §9 disabled: the till of a disabled store searches no patient', async () => {
      await server.db
        .updateTable('store')
        .set({ disabled_at: now })
        .where('store_id', '=', STORES.auroraCentro)
        .execute();
      const { error } = await server.call(searchPatients, { query: { fiscalCode: 'RSSMRA80' } }, { token });
      expect(error?.description).toBe('NOT_ALLOWED');
    });

    test('rules §12 cancellation: a till takes back what it has sold itself', async () => {
      const aurora = await signInAs(server, USERS.aurora);
      const others = await sell(server, aurora, SALES.withoutPin, PRODUCTS.bread, 1);
      expect((await askToCancel(server, token, others)).error?.description).toBe('PURCHASE_NOT_FOUND');
      const own = await sell(server, token, SALES.withoutPin, PRODUCTS.bread, 1);
      const before = await residualOf(server, SALES.withoutPin.voucherId);
      await cancel(server, token, own, CANCEL_CODE);
      expect(Number(await residualOf(server, SALES.withoutPin.voucherId))).toBe(Number(before) + 3.5);
    });
  });
});

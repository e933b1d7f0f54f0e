import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { uploadImport } from '#contract/admin/imports.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, checkBuying, openCart, put, readLedger } from './support/sale.ts';

const BODY_LIMIT = 64 * 1024;
const JSON_TYPE = 'application/json';

describeOnEachDatabase('bad bodies', (database) => {
  let server: TestServer;
  let token: string;
  let paths: readonly (readonly [method: string, path: string])[];
  beforeAll(async () => {
    server = await startTestServer({ database });
    token = await signInAs(server, USERS.aurora);
    const cartId = await openCart(server, token, SALES.withoutPin);
    await put(server, token, cartId, PRODUCTS.bread, 1);
    await checkBuying(server, token, cartId);
    paths = [
      ['POST', '/api/v1/carts/check'],
      ['POST', '/api/v1/carts/execute'],
      ['PUT', `/api/v1/carts/${cartId}/products`],
      ['POST', `/api/v1/purchases/carts/${cartId}/execute`],
    ];
  });
  afterAll(() => server.close());

  test.each<[string, string, string, string]>([
    ['malformed JSON', JSON_TYPE, '{"txCommandId": 1,', 'body'],
    ['JSON that is no object', JSON_TYPE, '[]', 'body'],
    ['an empty body', JSON_TYPE, '', 'body'],
    ['another content type', 'text/plain', '{"txCommandId": 1}', 'body'],
    ['a form', 'application/x-www-form-urlencoded', 'txCommandId=1', 'body'],
    ['XML', 'application/xml', '<txCommandId/>', 'body'],
    ['a poisoned prototype', JSON_TYPE, '{"__proto__": {"isAdmin": true}}', 'body'],
  ])('rules §2 body: %s is INVALID_REQUEST, nothing written', async (_what, contentType, body, field) => {
    const before = await readLedger(server);
    for (const [method, path] of paths) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': contentType };
      const answer = await fetch(server.url + path, { method, headers, body });
      expect([path, answer.status]).toEqual([path, 400]);
      expect(await answer.json()).toMatchObject({ error: { code: 4000, description: 'INVALID_REQUEST', field } });
    }
    expect(await readLedger(server)).toEqual(before);
  });

  test('rules §8 body limits: above 64 kB is 413 in the envelope, nothing written', async () => {
    const before = await readLedger(server);
    const body = JSON.stringify({ otp: 'x'.repeat(BODY_LIMIT) });
    for (const [method, path] of paths) {
      const headers = { authorization: `Bearer ${token}`, 'content-type': JSON_TYPE };
      const answer = await fetch(server.url + path, { method, headers, body });
      expect([path, answer.status]).toEqual([path, 413]);
      const { error } = (await answer.json()) as { error: object };
      expect(error).toEqual({ code: 4130, description: 'REQUEST_TOO_LARGE' });
    }
    // A person is led to a page that says so.
    const form = { method: 'POST', headers: { 'content-type': JSON_TYPE }, body, redirect: 'manual' } as const;
    expect((await fetch(`${server.url}/sign-on/acs`, form)).status).toBe(303);
    expect(await readLedger(server)).toEqual(before);
  });

  test.each([
    ['a form in place of a large order', USERS.aurora, createAmcOrders.path, 'application/x-www-form-urlencoded'],
    ['JSON in place of a file', USERS.region, uploadImport.path.replace('{kind}', 'patients'), JSON_TYPE],
  ])('rules §2 body: %s is refused before it is read', async (_what, user, path, type) => {
    const headers = {
      authorization: `Bearer ${await signInAs(server, user)}`,
      'content-type': type,
      'content-length': 2 * BODY_LIMIT,
    };
    const sending = request(server.url + path, { method: 'POST', headers, agent: false });
    sending.on('error', () => undefined).write('[');
    const [answer] = (await once(sending, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(400);
    const [body] = (await once(answer, 'data')) as [Buffer];
    expect(JSON.parse(body.toString())).toMatchObject({ error: { description: 'INVALID_REQUEST', field: 'body' } });
    sending.destroy();
  });

  test('rules §2 body: a missing field is named', async () => {
    const answer = await fetch(`${server.url}/api/v1/carts/check`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': JSON_TYPE },
      body: JSON.stringify({ patientId: 1, storeId: 11 }),
    });
    expect(await answer.json()).toMatchObject({ error: { description: 'INVALID_REQUEST', field: 'voucherId' } });
  });
});

import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAmcOrders, previewAmcOrders } from '#contract/calls/amc-orders.ts';
import { PRODUCTS, PURCHASES, TEST_NOW, USERS } from './support/fixture.ts';
import { type TestServer, describeOnEachDatabase, signInAs, startTestServer } from './support/harness.ts';
import { SALES, openCart, put } from './support/sale.ts';

const MAX_IDS = 999_999;
const WRONG_IDS = 400_000;
const SHORT_ANSWER = 2000;
const OUTSIDE_LIMIT = 100_000;
const ORDER_DATE = TEST_NOW.toISOString();

interface Answer {
  readonly status: number;
  readonly length: number;
  readonly error: { readonly description: string; readonly field?: string; readonly purchasesIds?: number[] };
}

describeOnEachDatabase('requests by their form', (database) => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    server = await startTestServer({ database, now: () => TEST_NOW });
    token = await signInAs(server, USERS.aurora);
  });
  afterAll(() => server.close());

  async function send(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(server.url + path, { headers, ...init });
    const text = await answer.text();
    const { error } = JSON.parse(text) as Pick<Answer, 'error'>;
    return { status: answer.status, length: text.length, error };
  }

  function order(body: string): Promise<Answer> {
    return send(createAmcOrders.path, { method: 'POST', body });
  }

  function orderOf(purchasesIds: unknown): Promise<Answer> {
    return order(JSON.stringify({ purchasesIds, orderDate: ORDER_DATE }));
  }

  test('rules §8 body limits: 6.4 MB of wrong ids are refused by one field’s name', async () => {
    const wrong = Array.from({ length: WRONG_IDS }, (_, index) => `wrong-${String(index).padStart(6, '0')}`);
    const answer = await orderOf(wrong);
    expect(answer.error).toEqual({ code: 4000, description: 'INVALID_REQUEST', field: 'purchasesIds' });
    expect([answer.status, answer.length < SHORT_ANSWER]).toEqual([400, true]);
  });

  test('rules §8 body limits: 8 MB of ids that nobody has are 404 by the first of them', async () => {
    const first = 1_000_000;
    const answer = await orderOf(Array.from({ length: MAX_IDS }, (_, index) => first + index));
    expect([answer.status, answer.error.description]).toEqual([404, 'PURCHASE_NOT_FOUND']);
    expect(answer.error.purchasesIds).toEqual(Array.from({ length: 100 }, (_, index) => first + index));
    expect(answer.length).toBeLessThan(SHORT_ANSWER);
  });

  test.each<[string, unknown]>([
    ['none', []],
    ['more than a list can name', Array<number>(MAX_IDS + 1).fill(1)],
    ['negative', [-1]],
    ['a fraction', [1.5]],
    ['a text', ['1e3']],
    ['too many digits', ['12345678901234567']],
    ['an object', [{}]],
    ['no list', 7],
  ])('rules §2 create: purchase ids that are %s are refused by name', async (_what, ids) => {
    expect(await orderOf(ids)).toMatchObject({
      status: 400,
      error: { description: 'INVALID_REQUEST', field: 'purchasesIds' },
    });
  });

  const spaces = ' '.repeat(OUTSIDE_LIMIT);
  test.each([
    ['a list that does not end', `{"purchasesIds":[${'1,'.repeat(OUTSIDE_LIMIT)}`],
    ['a comma too many at the end', `{"purchasesIds":[${'1,'.repeat(OUTSIDE_LIMIT)}]}`],
    ['a comma too many inside', `{"purchasesIds":[${'1,'.repeat(OUTSIDE_LIMIT)},1]}`],
    ['of many objects', `{"purchasesIds":[${'{},'.repeat(OUTSIDE_LIMIT)}{}]}`],
    ['very deep', `{"purchasesIds":${'['.repeat(OUTSIDE_LIMIT)}`],
    ['of another prototype', `{"__proto__":{"purchasesIds":[1]},"orderDate":"${'x'.repeat(OUTSIDE_LIMIT)}"}`],
    ['a text that does not end', `{"orderDate":"${'x'.repeat(OUTSIDE_LIMIT)}\\`],
    ['no object', `[${'1,'.repeat(OUTSIDE_LIMIT)}1]`],
    ['blank', spaces],
  ])('rules §2 body: a large one that is %s is INVALID_REQUEST', async (_what, body) => {
    const answer = await order(body);
    expect(answer).toMatchObject({ status: 400, error: { description: 'INVALID_REQUEST', field: 'body' } });
    expect(answer.length).toBeLessThan(SHORT_ANSWER);
  });

  test.each([
    ['purchasesIds', `{"purchasesIds":[[${'1,'.repeat(OUTSIDE_LIMIT)}1]],"orderDate":"${ORDER_DATE}"}`],
    ['orderDate', `{"purchasesIds":[${'1,'.repeat(OUTSIDE_LIMIT)}1],"orderDate":"x"}`],
    ['orderDate', `{"purchasesIds":[1],"orderDate":"${'x'.repeat(OUTSIDE_LIMIT)}"}`],
    ['purchasesIds', `{${Array.from({ length: OUTSIDE_LIMIT / 10 }, (_, i) => `"field${i}":1`).join(',')}}`],
  ])('rules §2 body: a large one is told by its first wrong field, %s', async (field, body) => {
    const answer = await order(body);
    expect(answer).toMatchObject({ status: 400, error: { description: 'INVALID_REQUEST', field } });
    expect(answer.length).toBeLessThan(SHORT_ANSWER);
  });

  test('§2 preview: an id that is repeated, however far away, counts once', async () => {
    const known = PURCHASES.active.id;
    const one = await server.callOk(previewAmcOrders, { body: { purchasesIds: [known] } }, { token });
    const purchasesIds = Array<number>(OUTSIDE_LIMIT).fill(known);
    expect(await server.callOk(previewAmcOrders, { body: { purchasesIds } }, { token })).toEqual(one);
  });

  test('rules §1 ids: a large order says the same in any spelling of its JSON', async () => {
    const known = PURCHASES.active.id;
    const many = Array<string>(OUTSIDE_LIMIT).fill(`"${known}",\n ${known}`).join(' ,');
    const body = `{ "orderDate" : "${ORDER_DATE}", "purchasesIds" : [ ${many} ] }`;
    const answer = await fetch(server.url + createAmcOrders.path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: { orders: [{ amount: 109 }] } });
  });

  test('rules §8 body limits: a third large body of one user at the same time is 429; small ones and those of others are read', async () => {
    const other = await signInAs(server, USERS.corso);
    const underway = () => server.app.slots.largeBodies.counts.running;
    const large = (signature = token) =>
      fetch(server.url + previewAmcOrders.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${signature}`, 'content-type': 'application/json' },
        body: JSON.stringify({ purchasesIds: Array(OUTSIDE_LIMIT).fill(1) }),
      });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': OUTSIDE_LIMIT,
    };
    const stalled = ['{', '['].map((beginning) => {
      const sending = request(server.url + createAmcOrders.path, { method: 'POST', headers, agent: false });
      sending.on('error', () => undefined).write(beginning);
      return sending;
    });
    await expect.poll(underway).toBe(2);
    const third = await large();
    expect([third.status, third.headers.get('retry-after')]).toEqual([429, '10']);
    expect(await third.json()).toMatchObject({ error: { code: 4290, description: 'TOO_MANY_REQUESTS' } });
    expect((await orderOf([1])).status).toBe(404);
    expect((await large(other)).status).toBe(404);
    stalled[0]?.destroy();
    await expect.poll(underway).toBe(1);
    expect((await large()).status).toBe(404);
    stalled[1]?.destroy();
    await expect.poll(underway).toBe(0);
  });

  test.each([1_000_000, 1e308, 1e-7, 0])('rules §5 unit price: %d is refused by name', async (pricePerUnit) => {
    const cartId = await openCart(server, token, SALES.withoutPin);
    expect(await put(server, token, cartId, PRODUCTS.bread, 1, pricePerUnit)).toMatchObject({
      status: 400,
      error: { description: 'INVALID_REQUEST', field: 'pricePerUnit' },
    });
  });

  test.each([
    ['dateStart', '1899-12-31'],
    ['dateStart', '0001-01-01T00:00:00Z'],
    ['dateEnd', '9999-01-01'],
    ['dateEnd', `2026-05-15T10:00:00.${'0'.repeat(100)}Z`],
    ['size', '1000000'],
    ['page', '12345678901234567'],
    ['patientId', '-1'],
  ])('rules §2 bounds: a search with %s %s is refused by name', async (field, value) => {
    const answer = await send(`/api/v1/purchases/search?${field}=${value}`);
    expect(answer).toMatchObject({ status: 400, error: { description: 'INVALID_REQUEST', field } });
  });

  test('rules §8 body limits: more than 8 MB is 413', async () => {
    const answer = await order(' '.repeat(8 * 1024 * 1024 + 1));
    expect(answer).toMatchObject({ status: 413, error: { description: 'REQUEST_TOO_LARGE' } });
  });

  test.each([
    ['a long address', `/api/v1/nothing/${'x'.repeat(7000)}`, 404],
    ['a long parameter', `/api/v1/carts/${'1'.repeat(7000)}`, 400],
    ['an unknown field with a long name', `/api/v1/products/search?${'x'.repeat(7000)}=1`, 400],
    ['very many values', `/api/v1/products/search?categoryIds=${'1,'.repeat(3500)}1`, 400],
    ['very many wrong values', `/api/v1/products/search?categoryIds=${'x,'.repeat(3500)}x`, 400],
    ['very many sort fields', `/api/v1/products/search?sort=${'name,'.repeat(1400)}asc`, 400],
  ])('rules §2 errors: %s is not repeated in the answer', async (_what, path, status) => {
    const answer = await send(path);
    expect([answer.status, answer.length < SHORT_ANSWER]).toEqual([status, true]);
  });
});

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAsl } from '#contract/calls/asl.ts';
import { readCurrentUser, refreshTokens, requestSignOn } from '#contract/calls/authentication.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { checkCart } from '#contract/calls/carts.ts';
import { searchPatients } from '#contract/calls/patients.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { downloadReceipt, searchPurchases } from '#contract/calls/purchases.ts';
import { PATIENTS, PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
  token = await signInAs(server, USERS.aurora);
});
afterAll(() => server.close());

/** Sends a raw body to a call that takes JSON. */
async function post(body: string, bearer = token) {
  const response = await fetch(new URL(checkCart.path, server.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}` },
    body,
  });
  return { status: response.status, answer: (await response.json()) as { error: object; status: { trace: string } } };
}

function get(path: string, bearer = token): Promise<Response> {
  return fetch(new URL(path, server.url), { headers: { authorization: `Bearer ${bearer}` } });
}

describe('a value that is wrong', () => {
  const whole = { patientId: 1, voucherId: 100, storeId: 11 };

  test.each([
    ['a missing field', { patientId: 1, voucherId: 100 }, 'storeId'],
    ['a field that is not known', { ...whole, price: 1 }, 'price'],
    ['an id with letters', { ...whole, patientId: 'abc' }, 'patientId'],
    ['a negative id', { ...whole, patientId: -1 }, 'patientId'],
    ['a broken id', { ...whole, patientId: 1.5 }, 'patientId'],
  ])('rules §2 validation: %s is named', async (_name, body, field) => {
    const { status, answer } = await post(JSON.stringify(body));
    expect(status).toBe(400);
    expect(answer.error).toEqual({ code: 4000, description: 'INVALID_REQUEST', field });
  });

  test('rules §2 validation: an id beyond what the database holds is of nobody', async () => {
    const { status } = await post(JSON.stringify({ ...whole, patientId: 999_999_999_999 }));
    expect(status).toBe(404);
  });

  test('rules §2 validation: a query that is wrong is named', async () => {
    const query = { fiscalCode: '' };
    const { status, error } = await server.call(searchPatients, { query }, { token });
    expect(status).toBe(400);
    expect(error).toMatchObject({ description: 'INVALID_REQUEST', field: 'fiscalCode' });
  });

  test('rules §1 empty and multiple query values: empty is absent, several are joined or repeated', async () => {
    const { path } = searchProducts;
    const joined = await get(`${path}?name=&ean=&manufacturerId=&categoryIds=1,2&size=20`);
    const repeated = await get(`${path}?categoryIds=1&categoryIds=2&size=20`);
    expect(joined.status).toBe(200);
    const { data } = (await joined.json()) as { data: { products: { productId: number }[] } };
    expect(data).toEqual(((await repeated.json()) as { data: object }).data);
    const found = data.products.map(({ productId }) => productId);
    expect(found).toContain(PRODUCTS.penne.id);
    expect(found).not.toContain(PRODUCTS.leadingZero.id);
  });
});

describe('a principal who may not', () => {
  test('rules §2 statuses: no token, another scheme and an invalid token are 403', async () => {
    for (const signature of [{}, { token: 'nonsense' }, { authorization: 'Basic YTpi' }]) {
      const { status, error } = await server.call(listAsl, {}, signature);
      expect(status).toBe(403);
      expect(error).toMatchObject({ code: 4030, description: 'NOT_AUTHENTICATED' });
    }
  });

  test('rules §2 statuses: a call that the profile may not make is 403', async () => {
    const aslToken = await signInAs(server, USERS.aslSassari);
    const query = { fiscalCode: PATIENTS.withPin.fiscalCode };
    const { status, error } = await server.call(searchPatients, { query }, { token: aslToken });
    expect(status).toBe(403);
    expect(error).toMatchObject({ code: 4031, description: 'NOT_ALLOWED' });
  });

  test('rules §2 statuses: wrong basic authentication is 401, and a token does not help', async () => {
    const body = { clientId: server.settings.signOn.client.id, profile: 'BUSINESS' } as const;
    const wrong = `Basic ${Buffer.from('portal:wrong').toString('base64')}`;
    for (const signature of [{}, { token }, { authorization: wrong }]) {
      const { status, error } = await server.call(requestSignOn, { body }, signature);
      expect(status).toBe(401);
      expect(error).toMatchObject({ code: 4010, description: 'CLIENT_NOT_AUTHENTICATED' });
    }
  });

  test('rules §8 body limits: a stranger is refused before the body is read', async () => {
    const { status } = await post('x'.repeat(2 * 1024 * 1024), 'nonsense');
    expect(status).toBe(403);
  });
});

describe('a path that is not there', () => {
  test.each(['/api/v1/nothing', '/api', '/assets/old-chunk.js', '/api/v1/patients/search/more'])(
    'rules §2 statuses: %s is PATH_NOT_FOUND in the envelope',
    async (path) => {
      const response = await get(path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 4040, description: 'PATH_NOT_FOUND' } });
    },
  );

  test('rules §2 statuses: so is a method that a path has not, and a broken address is a wrong request', async () => {
    const wrongMethod = await fetch(new URL(searchPatients.path, server.url), { method: 'DELETE' });
    expect(wrongMethod.status).toBe(404);
    const broken = await get('/api/v1/carts/%E0%A4%A');
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ error: { description: 'INVALID_REQUEST' } });
  });
});

test('rules §2 statuses: behind a proxy the client’s own word on its address does not lift the limit', async () => {
  const env = { RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' };
  const strict = await startTestServer({ database: 'postgres', env });
  const guess = async (forwardedFor: string) => {
    const headers = { 'x-forwarded-for': forwardedFor };
    return (await fetch(new URL(requestSignOn.path, strict.url), { method: 'POST', headers })).status;
  };
  try {
    const claims = ['1.1.1.1', '2.2.2.2', '3.3.3.3'];
    const statuses = [];
    for (const claim of claims) statuses.push(await guess(`${claim}, 203.0.113.7`));
    expect(statuses).toEqual([401, 401, 429]);
    expect(await guess('203.0.113.8')).toBe(401);
  } finally {
    await strict.close();
  }
});

test('rules §2 statuses: all addresses of an IPv6 network are one client', async () => {
  const env = { RATE_LIMIT_PER_MINUTE: '2', TRUST_PROXY: 'loopback' };
  const strict = await startTestServer({ database: 'postgres', env });
  const guess = async (from: string) => {
    const headers = { 'x-forwarded-for': from };
    return (await fetch(new URL(requestSignOn.path, strict.url), { method: 'POST', headers })).status;
  };
  try {
    const statuses = [];
    for (const own of ['2001:db8:0:7::1', '2001:DB8::7:ffff:0:0:9', '2001:0db8:0000:0007:1:2:3:4'])
      statuses.push(await guess(own));
    expect(statuses).toEqual([401, 401, 429]);
    expect(await guess('2001:db8:0:8::1')).toBe(401);
    for (const other of ['::ffff:203.0.113.7', '::ffff:203.0.113.8', '::ffff:203.0.113.9'])
      expect(await guess(other)).toBe(401);
  } finally {
    await strict.close();
  }
});

test('rules §2 statuses: too many calls that guess a secret are 429', async () => {
  const strict = await startTestServer({ database: 'postgres', env: { RATE_LIMIT_PER_MINUTE: '3' } });
  try {
    const body = { clientId: 'portal', profile: 'BUSINESS' } as const;
    const statuses = [];
    for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await strict.call(requestSignOn, { body })).status);
    expect(statuses).toEqual([401, 401, 401, 429]);
    expect((await strict.call(requestSignOn, { body })).error).toMatchObject({
      code: 4290,
      description: 'TOO_MANY_REQUESTS',
    });
    // They use up nothing of the portal's own sign-ons at that address.
    const { id, username, password } = strict.settings.signOn.client;
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    expect((await strict.call(requestSignOn, { body: { ...body, clientId: id } }, { authorization })).status).toBe(200);
  } finally {
    await strict.close();
  }
});

describe('limits', () => {
  let strict: TestServer;
  let aurora: string;
  beforeAll(async () => {
    strict = await startTestServer({ database: 'postgres', env: { RATE_LIMIT_PER_MINUTE: '3' } });
    aurora = await signInAs(strict, USERS.aurora);
  });
  afterAll(() => strict.close());

  async function repeat(call: () => Promise<{ status: number }>): Promise<number[]> {
    const statuses = [];
    for (let attempt = 0; attempt < 5; attempt += 1) statuses.push((await call()).status);
    return statuses;
  }

  test('rules §2 limits: who has no session is counted by address, and stops nobody who has one', async () => {
    const body = { clientId: 'portal', profile: 'BUSINESS' } as const;
    expect(await repeat(() => strict.call(requestSignOn, { body }))).toEqual([401, 401, 401, 429, 429]);
    expect(await repeat(() => strict.call(listBusinesses, {}))).toEqual([200, 200, 200, 429, 429]);
    expect(await repeat(() => strict.call(listAsl, {}))).toEqual([403, 403, 403, 403, 403]);
    expect((await strict.call(readCurrentUser, {}, { token: aurora })).status).toBe(200);
  });

  test('rules §2 limits: nobody can keep others at the same address from a new token', async () => {
    const refresh = (refreshToken: string) =>
      strict.call(refreshTokens, { body: { grant_type: 'refresh_token', refresh_token: refreshToken } });
    expect(await repeat(() => refresh('nonsense'))).toEqual([403, 403, 403, 403, 403]);
  });

  test('rules §3 refresh: many at once from one address wait, take no connections from others, and none is refused for it', async () => {
    const bearer = await signInAs(strict, USERS.aurora);
    const body = { grant_type: 'refresh_token', refresh_token: 'nonsense' } as const;
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(strict.db);
      return rows.length;
    };
    const { refreshes } = await strict.db.transaction().execute(async (trx) => {
      await sql`lock table refresh_token in access exclusive mode`.execute(trx);
      const asking = Array.from({ length: 30 }, () => strict.call(refreshTokens, { body }));
      await expect.poll(waiting).toBe(2);
      expect((await strict.call(readCurrentUser, {}, { token: bearer })).status).toBe(200);
      expect(await waiting()).toBe(2);
      return { refreshes: asking };
    });
    const statuses = (await Promise.all(refreshes)).map(({ status }) => status);
    expect(statuses).toEqual(Array(30).fill(403));
  });

  test('rules §2 limits: each session is counted apart, and so is each kind of call', async () => {
    const token = await signInAs(strict, USERS.aurora);
    const query = { fiscalCode: PATIENTS.withPin.fiscalCode };
    const search = () => strict.call(searchPatients, { query }, { token });
    const body = { patientId: 999, voucherId: 999, storeId: 11 };
    const check = () => strict.call(checkCart, { body }, { token });
    const params = { purchaseId: 999 };
    const download = () => strict.call(downloadReceipt, { params }, { token });
    const read = () => strict.call(readCurrentUser, {}, { token });
    expect(await repeat(search)).toEqual([200, 200, 200, 429, 429]);
    expect(await repeat(check)).toEqual([404, 404, 404, 429, 429]);
    expect(await repeat(download)).toEqual([404, 404, 404, 429, 429]);
    expect(await repeat(read)).toEqual([200, 200, 200, 429, 429]);
    const another = await signInAs(strict, USERS.aurora);
    expect((await strict.call(searchPatients, { query }, { token: another })).status).toBe(200);
  });

  test('rules §2 limits: whole histories are counted apart from their pages', async () => {
    const token = await signInAs(strict, USERS.aurora);
    const search = (size: number) => strict.call(searchPurchases, { query: { size } }, { token });
    expect(await repeat(() => search(201))).toEqual([200, 200, 200, 429, 429]);
    expect(await repeat(() => search(200))).toEqual([200, 200, 200, 429, 429]);
  });

  test('rules §2 limits: a 429 says in its header and in the envelope after how many seconds to try again', async () => {
    const token = await signInAs(strict, USERS.aurora);
    const headers = { authorization: `Bearer ${token}`, origin: strict.settings.signOn.portalUrl };
    const read = () => fetch(new URL(readCurrentUser.path, strict.url), { headers });
    await Promise.all([read(), read(), read()]);
    const response = await read();
    expect(response.status).toBe(429);
    const { error } = (await response.json()) as { error: { description: string; retryAfter: number } };
    expect(error.description).toBe('TOO_MANY_REQUESTS');
    expect(error.retryAfter).toBeGreaterThan(0);
    expect(error.retryAfter).toBeLessThanOrEqual(60);
    expect(response.headers.get('retry-after')).toBe(String(error.retryAfter));
    expect(response.headers.get('access-control-expose-headers')).toBe('retry-after, date');
  });

  test('rules §2 limits: a call over the limit is no use of its session, which nobody looks for', async () => {
    const token = await signInAs(strict, USERS.corso);
    const read = () => strict.call(readCurrentUser, {}, { token });
    expect(await repeat(read)).toEqual([200, 200, 200, 429, 429]);
    const used_at = new Date(0);
    await strict.db.updateTable('session').set({ used_at }).execute();
    expect((await read()).status).toBe(429);
    const used = strict.db.selectFrom('session').select('used_at').distinct();
    expect(await used.execute()).toEqual([{ used_at }]);
    await strict.db.updateTable('session').set({ ended_at: used_at }).execute();
    expect((await read()).status).toBe(429);
  });
});

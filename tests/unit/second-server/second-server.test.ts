import { afterEach, beforeEach, expect, test } from 'vitest';
import { type SecondServer, startSecondServer } from '#tests/second-server/second-server.ts';

let server: SecondServer;
let token = '';

interface Answer {
  readonly status: number;
  readonly body: { data?: Record<string, unknown>; error?: Record<string, unknown> };
}

/** The text `name` of the answer's object `group`. */
function read(answer: Answer, group: string, name: string): string {
  const fields = answer.body.data?.[group] as Record<string, string> | undefined;
  return fields?.[name] ?? '';
}

beforeEach(async () => {
  server = await startSecondServer('dist');
  token = await signIn();
});

afterEach(() => server.close());

async function call(method: string, path: string, body?: unknown, authorization = `Bearer ${token}`) {
  const response = await fetch(`${server.apiUrl}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer['body'] };
}

/** Asks for a sign-on; answers how to authenticate for it, and what to post where. */
async function askForSignOn() {
  const { clientId, username, password } = server.client;
  const basic = `Basic ${btoa(`${username}:${password}`)}`;
  const asked = await call('POST', '/api/v1/auth/am-ras/sso-request', { clientId, profile: 'BUSINESS' }, basic);
  const field = (name: string) => read(asked, 'amRasRequest', name);
  return { basic, ssoUrl: field('ssoUrl'), RelayState: field('RelayState'), SAMLRequest: field('SAMLRequest') };
}

async function signIn(): Promise<string> {
  const { basic, ssoUrl, RelayState, SAMLRequest } = await askForSignOn();
  const form = new URLSearchParams({ RelayState, SAMLRequest });
  await fetch(ssoUrl, { method: 'POST', body: form });
  const back = await fetch(new URL('/entrato', ssoUrl), { method: 'POST', body: form, redirect: 'manual' });
  const sessionId = new URL(back.headers.get('location') ?? '').searchParams.get('sessionId');
  const given = await call('POST', '/api/v1/auth/am-ras/sso-token', { sessionId, RelayState }, basic);
  return read(given, 'auth', 'accessToken');
}

async function openCart(patientNumber: number, otp?: string): Promise<string> {
  const patient = server.fixture.patients[patientNumber];
  const checked = await call('POST', '/api/v1/carts/check', {
    patientId: patient?.patientId,
    voucherId: patient?.voucherId,
    storeId: 'pv/2',
  });
  const txCommandId = read(checked, 'txCommand', 'txCommandId');
  const made = await call('POST', '/api/v1/carts/execute', { txCommandId, ...(otp === undefined ? {} : { otp }) });
  return read(made, 'cart', 'cartId');
}

const path = (cartId: string) => encodeURIComponent(cartId);

test('§7 second server: a sale with a PIN, from the cart to the receipt', async () => {
  const cartId = await openCart(0, '00420');
  const line = { productId: 'art/2', pricePerUnit: 4.123456, quantity: 3 };
  const filled = await call('PUT', `/api/v1/carts/${path(cartId)}/products`, line);
  expect(filled.body.data?.cart).toMatchObject({ residualAmount: 77.63, voucherInitialAmount: 90 });

  const checked = await call('POST', `/api/v1/purchases/carts/${path(cartId)}/check`);
  const txCommandId = read(checked, 'txCommand', 'txCommandId');
  const execute = (otp: string) =>
    call('POST', `/api/v1/purchases/carts/${path(cartId)}/execute`, { txCommandId, otp });
  expect(await execute('11111')).toMatchObject({
    status: 409,
    body: { error: { description: 'TRANSACTION_WRONG_OTP' } },
  });
  const bought = await execute('00420');
  const purchaseId = read(bought, 'purchase', 'purchaseId');
  expect(await execute('00420')).toMatchObject({ body: { error: { description: 'TRANSACTION_ALREADY_EXECUTED' } } });

  const receipt = await call('GET', `/api/v1/purchases/${path(purchaseId)}/receipt-pdf`);
  const { base64 } = receipt.body.data as { base64: string };
  expect(atob(base64)).toContain('12.37 EUR');
  expect(server.fixture.violations).toEqual([]);
});

test('§8 second server: a voucher spent meanwhile is a 412 with 5004, and nothing is charged', async () => {
  const cartId = await openCart(1);
  await call('PUT', `/api/v1/carts/${path(cartId)}/products`, { productId: 'art/1', pricePerUnit: 3.2, quantity: 2 });
  const patient = server.fixture.patients[1];
  if (patient !== undefined) patient.residualCents = 100;
  const checked = await call('POST', `/api/v1/purchases/carts/${path(cartId)}/check`);
  const txCommandId = read(checked, 'txCommand', 'txCommandId');
  const refused = await call('POST', `/api/v1/purchases/carts/${path(cartId)}/execute`, { txCommandId });
  expect(refused).toMatchObject({ status: 412, body: { error: { code: '5004' } } });
  expect(patient?.residualCents).toBe(100);
});

test('rules §3 second server: an access token is refused after twelve calls', async () => {
  const statuses: number[] = [];
  for (let made = 0; made < 13; made += 1) statuses.push((await call('GET', '/api/v1/users/me')).status);
  expect(statuses).toEqual([...Array<number>(12).fill(200), 403]);
});

test('rules §1 second server: what nobody agreed on is refused and noted', async () => {
  const search = '/api/v1/products/search?sort=name,asc&colour=red';
  expect((await call('GET', search)).status).toBe(400);
  expect(server.fixture.violations).toEqual(['GET /api/v1/products/search: unknown colour']);
});

test('§4 second server: the sign-on page is only posted to; that a browser asks its site for an icon is no fault', async () => {
  const { ssoUrl } = await askForSignOn();
  expect((await fetch(new URL('/favicon.ico', ssoUrl))).status).toBe(404);
  expect(server.fixture.violations).toEqual([]);
  expect((await fetch(ssoUrl)).status).toBe(400);
  expect(server.fixture.violations).toEqual(["sign-on page: GET /accesso with RelayState ''"]);
});

test('§4 second server: a storno wants the cancellation code, answers nothing, and its cart can be made again', async () => {
  const [first] = server.fixture.purchases;
  const purchase = path(first?.purchaseId ?? '');
  const checked = await call('POST', `/api/v1/purchases/${purchase}/cancel/check`);
  const txCommandId = read(checked, 'txCommand', 'txCommandId');
  const execute = (otp: string) => call('POST', `/api/v1/purchases/${purchase}/cancel/execute`, { txCommandId, otp });
  expect(await execute('codice 7')).toMatchObject({ status: 200, body: { error: { code: null } } });
  const done = await execute('còdice 7');
  expect(done).toMatchObject({ status: 200, body: { data: null } });
  expect(first?.status).toBe('CANCELLED');
  const made = await call('POST', '/api/v1/carts/recreate', { purchaseId: first?.purchaseId });
  expect(server.fixture.carts.get(read(made, 'cart', 'cartId'))?.lines).toEqual(first?.lines);
});

test('rules §1 second server: a period is of days of Rome, both ends included', async () => {
  const search = (period: string) =>
    call('GET', `/api/v1/purchases/search?${period}&excludeAmc=true&purchaseStatusList=ACTIVE&sort=createTime,desc`);
  const found = await search('dateStart=2026-01-02&dateEnd=2026-01-02');
  expect(found.body).toMatchObject({ data: { purchases: [{ purchaseId: 'acquisto/2026 1' }] } });
  expect((await call('GET', '/api/v1/purchases/search?dateStart=2026-01-02&sort=createTime,desc')).status).toBe(400);
});

test('rules §7 second server: a purchase that is ordered is not ordered again, and not found for orders', async () => {
  const body = { purchasesIds: ['acquisto/2026 1', 'acquisto/2026 2'], orderDate: '2026-02-01T10:00:00+01:00' };
  const made = await call('POST', '/api/v1/amc/orders', body);
  expect(made.body.data?.orders).toMatchObject([{ amcOrderId: '9007199254740993', esbStatus: 'IN_VIAGGIO' }]);
  expect(await call('POST', '/api/v1/amc/orders', body)).toMatchObject({
    status: 409,
    body: { error: { code: '5012' } },
  });
  const query = 'aslId=a%2F1&dateStart=2026-02-01&dateEnd=2026-02-01&size=20&sort=createTime,desc';
  const found = await call('GET', `/api/v1/amc/orders/search?${query}`);
  expect(found.body.data?.orders).toHaveLength(1);
});

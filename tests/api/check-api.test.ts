import { request as forward } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { checkApi } from '#scripts/check-api/check-api.ts';
import { type Listening, listen } from '#tests/second-server/listen.ts';
import { type SecondServer, startSecondServer } from '#tests/second-server/second-server.ts';
import { PATIENTS, PIN, PRODUCTS, USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';

type Checks = Awaited<ReturnType<typeof checkApi>>;

function failuresOf(checks: Checks): string[] {
  return checks.filter(({ outcome }) => outcome === 'fails').map(({ call, detail }) => `${call}: ${detail}`);
}

let ours: TestServer;
let second: SecondServer;
beforeAll(async () => {
  ours = await startTestServer({ database: 'postgres' });
});
afterAll(() => ours.close());
beforeEach(async () => {
  second = await startSecondServer('dist');
  return () => second.close();
});

const portalOfSecond = () => ({ origin: second.portalUrl, sso: second.client });

test('§7 check of an API: our server works, call by call, with a sale and its storno', async () => {
  const { id: clientId, username, password } = ours.settings.signOn.client;
  const portal = { origin: new URL(ours.settings.signOn.portalUrl).origin, sso: { clientId, username, password } };
  const target = { url: ours.url, token: await signInAs(ours, USERS.aurora), portal };
  const sale = { fiscalCode: PATIENTS.withPin.fiscalCode, pin: PIN, product: PRODUCTS.bread.ean };
  const checks = await checkApi(target, sale);
  expect(failuresOf(checks)).toEqual([]);
  const readings = api.filter(({ method, path }) => method === 'GET' && !path.includes('/extra/'));
  const checked = checks.map(({ call }) => call);
  expect(checked).toEqual(expect.arrayContaining(readings.map(({ method, path }) => `${method} ${path}`)));
});

const SALE = { fiscalCode: 'PSTLNE78T41B354F', pin: '00420', product: '8012345000029', cancellationCode: 'còdice 7' };

test('§7 check of an API: another server works, whose tokens end in the midst of it', async () => {
  second.fixture.accessTokens.set('token', 3);
  second.fixture.refreshTokens.add('refresh');
  const target = { url: second.apiUrl, token: 'token', refreshToken: 'refresh', portal: portalOfSecond() };
  expect(failuresOf(await checkApi(target, SALE))).toEqual([]);
  expect(second.fixture.violations).toEqual([]);
});

/** How a server breaks an answer: the call, the words in the answer, and what stands there instead. */
interface Breakage {
  readonly at: RegExp;
  readonly from: RegExp;
  readonly to: string;
  readonly status?: number;
  /** A header that the answer lacks. */
  readonly lacks?: string;
  /** The connection ends in the midst of the answer. */
  readonly isCut?: true;
  /** The connection ends before the answer. */
  readonly isSilent?: true;
  readonly says: string;
}

const BREAKAGES: readonly Breakage[] = [
  { at: /users\/me$/, from: /"username"/, to: '"login"', says: 'GET /api/v1/users/me: user.username is missing' },
  {
    at: /purchases\/search/,
    from: /"itemsAmount":([\d.]+)/g,
    to: '"itemsAmount":"$1"',
    says: 'GET /api/v1/purchases/search: purchases.0.itemsAmount is a string, not a number',
  },
  {
    at: /GET .*users\/me$/,
    from: /(?=.*NOT_AUTHENTICATED)/,
    to: '',
    status: 401,
    says: 'GET /api/v1/users/me: answers 401, not 403',
  },
  {
    at: /carts\/2000000000$/,
    from: /.*/,
    to: '<h1>404</h1>',
    says: 'GET /api/v1/carts/{cartId}: has no error.description',
  },
  {
    at: /products\/search/,
    from: /"totalCount"/,
    to: '"total"',
    says: 'GET /api/v1/products/search: pagination.totalCount is missing',
  },
  {
    at: /products\/search/,
    from: /"totalCount":\d+/,
    to: '"totalCount":1',
    says: 'GET /api/v1/products/search: pagination.totalCount is less than the rows',
  },
  {
    at: /sso-request$/,
    from: /"ssoUrl"/,
    to: '"url"',
    says: 'POST /api/v1/auth/am-ras/sso-request: amRasRequest.ssoUrl is missing',
  },
  {
    at: /receipt-pdf$/,
    from: /^.*$/,
    to: '%PDF',
    says: 'GET /api/v1/purchases/{purchaseId}/receipt-pdf: answers application/json, not a JSON object',
  },
  {
    at: /carts\/[^/]+\/summary$/,
    from: /"itemsAmount":1\b/,
    to: '"itemsAmount":2',
    says: 'GET /api/v1/carts/{cartId}/summary: itemsAmount is not the sum of the lines',
  },
  {
    at: /purchases\/search\?patientId/,
    from: /"CANCELLED"/g,
    to: '"ACTIVE"',
    says: 'GET /api/v1/purchases/search: the purchase is ACTIVE, not CANCELLED',
  },
  {
    at: /businesses\/me\/list$/,
    from: /"businesses":\[.*\]/,
    to: '"businesses":"none"',
    says: 'GET /api/v1/businesses/me/list: businesses is a string, not an array',
  },
  {
    at: /size=999999/,
    from: /^.*$/s,
    to: '{}',
    status: 400,
    says: 'GET /api/v1/purchases/search: answers 400 without error.description',
  },
  {
    at: /purchases\/search.*\bsize=2\b/,
    from: /"createTime":"[^"]+"(?!.*"createTime")/s,
    to: '"createTime":"2099-01-01T00:00:00+01:00"',
    says: 'GET /api/v1/purchases/search: is not sorted by createTime,desc',
  },
  {
    at: /^OPTIONS/,
    from: /$/,
    to: '',
    lacks: 'access-control-allow-methods',
    says: 'PUT /api/v1/carts/{cartId}/products: does not allow PUT; does not allow DELETE',
  },
  {
    at: /categories/,
    from: /$/,
    to: '',
    isCut: true,
    says: 'GET /api/v1/categories: gives no answer: terminated: other side closed',
  },
];

/** A proxy before the second server, which breaks its answers. */
function startBroken({ at, from, to, status, lacks, isCut, isSilent }: Breakage): Promise<Listening> {
  return listen((request, response) => {
    const { method, url = '', headers } = request;
    const { port, pathname } = new URL(second.apiUrl);
    const asked = forward({ host: '127.0.0.1', port, method, path: `${pathname}${url}`, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const isBroken = at.test(`${method ?? ''} ${url}`) && text.search(from) >= 0;
        if (isBroken && isSilent) {
          response.destroy();
          return;
        }
        const code = isBroken && status !== undefined ? status : answer.statusCode;
        const sent = Object.entries(answer.headers).filter(([name]) => !isBroken || name !== lacks);
        response.writeHead(code ?? 502, Object.fromEntries(sent));
        if (isBroken && isCut) response.write(text.slice(1), () => response.destroy());
        else response.end(isBroken ? text.replace(from, to) : text);
      });
    });
    request.pipe(asked);
  });
}

test.each(BREAKAGES)('§7 check of an API: a broken server is told: $says', async (breakage) => {
  second.fixture.accessTokens.set('token', Infinity);
  const broken = await startBroken(breakage);
  const failures = failuresOf(await checkApi({ url: broken.origin, token: 'token', portal: portalOfSecond() }, SALE));
  await broken.close();
  expect(failures).toContain(breakage.says);
});

test('§7 check of an API: one call that does not allow the portal is told', async () => {
  second.fixture.accessTokens.set('token', Infinity);
  const portal = portalOfSecond();
  const says = `GET /api/v1/asl: does not allow the origin ${portal.origin}`;
  const breakage = { at: /asl$/, from: /$/, to: '', lacks: 'access-control-allow-origin', says };
  const broken = await startBroken(breakage);
  const checks = await checkApi({ url: broken.origin, token: 'token', portal });
  await broken.close();
  expect(failuresOf(checks)).toEqual([says]);
});

test('§7 check of an API: a server that does not allow the portal is told by CORS', async () => {
  second.fixture.accessTokens.set('token', Infinity);
  const origin = 'https://buoni.example.org';
  const checks = await checkApi({ url: second.apiUrl, token: 'token', portal: { ...portalOfSecond(), origin } });
  expect(failuresOf(checks)).toEqual([`PUT /api/v1/carts/{cartId}/products: does not allow the origin ${origin}`]);
});

test('§7 check of an API: a first call that gives no answer is one of those that would not work', async () => {
  second.fixture.accessTokens.set('token', Infinity);
  const says = 'POST /api/v1/auth/token: gives no answer: fetch failed: other side closed';
  const broken = await startBroken({ at: /auth\/token$/, from: /$/, to: '', isSilent: true, says });
  const checks = await checkApi({ url: broken.origin, token: 'token' });
  await broken.close();
  expect(failuresOf(checks)).toEqual([says]);
});

test('§7 check of an API: a server that answers none of its first calls is asked no more', async () => {
  let asked = 0;
  const silent = await listen((_, response) => {
    asked += 1;
    response.destroy();
  });
  await expect(checkApi({ url: silent.origin, token: 'token' })).rejects.toThrow('fetch failed');
  await silent.close();
  expect(asked).toBe(3);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { openFiles } from '#contract/calls/open-data.ts';
import { buildOpenApiDocument } from '#server/http/openapi.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';
import { requestFields } from './support/request-fields.ts';

/** The routes in Fastify's printed tree, as `METHOD /path/{parameter}`. */
function routesOf(tree: string): string[] {
  const prefixes: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', path, methods = ''] = /^((?:│ {3}| {4})*)[├└]── (\S+)(?: \(([^)]+)\))?$/.exec(line) ?? [];
    if (path === undefined) return [];
    const depth = indent.length / 4;
    prefixes.length = depth;
    prefixes[depth] = path;
    const whole = prefixes.join('').replace(/:(\w+)/g, '{$1}');
    return methods.split(', ').map((method) => `${method} ${whole}`);
  });
}

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
});
afterAll(() => server.close());

test('design §2 contract: every route under /api is a call of the contract, and every call has its route', () => {
  const registered = routesOf(server.app.printRoutes({ commonPrefix: false })).filter(
    (route) => route.includes(' /api') && !route.startsWith('HEAD '),
  );
  const calls = [...api, ...openFiles.map((file) => ({ ...file, method: 'GET' }))].map(
    ({ method, path }) => `${method} ${path}`,
  );
  expect(registered.sort()).toEqual(calls.sort());
});

/** The calls of §7 whose paths the specification shows. */
const SPECIFIED = [
  ...['POST auth/am-ras/sso-request', 'POST auth/token', 'POST auth/switch-business/{}', 'GET users/me'],
  ...['GET businesses', 'GET businesses/me/list', 'GET businesses/me', 'GET businesses/me/stores', 'GET asl'],
  ...['GET asl/me', 'GET categories', 'GET manufacturers/search', 'GET patients/search', 'GET products/search'],
  ...['POST carts/check', 'PUT carts/{}/products', 'DELETE carts/{}/products/{}', 'GET carts/{}'],
  ...['POST purchases/carts/{}/check', 'POST purchases/carts/{}/execute', 'POST carts/execute', 'POST carts/recreate'],
  ...['GET purchases/search', 'POST purchases/{}/cancel/check', 'POST purchases/{}/cancel/execute'],
  ...['GET purchases/{}/receipt-pdf', 'GET purchases/stores/{}/transactions/csv', 'GET purchases/bill/summary/pdf'],
  ...['GET purchases/bill/products/csv', 'POST amc/orders', 'GET amc/orders/search', 'GET amc/orders/{}/csv'],
  'GET amc/orders/summary/pdf',
];

test('§7 contract: every call that the specification names has its method and path', () => {
  const calls = api.map(({ method, path }) => `${method} ${path.replace('/api/v1/', '').replace(/\{\w+\}/g, '{}')}`);
  expect(calls).toEqual(expect.arrayContaining(SPECIFIED));
});

test('design §2 contract: no two calls share a name, or method and path', () => {
  expect(new Set(api.map(({ name }) => name)).size).toBe(api.length);
  expect(new Set(api.map(({ method, path }) => `${method} ${path}`)).size).toBe(api.length);
});

test('design §2 contract: the OpenAPI 3.1 document has every call, with its roles and its answers', async () => {
  const response = await fetch(`${server.url}/docs/json`);
  const document = (await response.json()) as {
    openapi: string;
    paths: Record<string, Record<string, { operationId: string; responses: object; security: object[] }>>;
  };
  expect(document.openapi).toBe('3.1.0');
  for (const { name, method, path, access } of api) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    expect(Object.keys(operation?.responses ?? {})).toEqual(expect.arrayContaining(['200', '429', '500']));
    expect(operation?.security).toHaveLength(access === 'public' ? 0 : 1 + Number(access.includes('TILL')));
  }
});

test('design §2 contract: whatever is sent is described, with an example, and how to get a token is told', () => {
  const document = buildOpenApiDocument() as { info: { description: string } };
  const { all, undescribed } = requestFields(document);
  expect(all).toEqual(expect.arrayContaining(['fiscalCode', 'pricePerUnit']));
  expect(undescribed).toEqual([]);
  expect(document.info.description).toContain('accessToken');
});

test('design §2 contract: every list takes the order that is its example', async () => {
  const document = buildOpenApiDocument() as {
    paths: Record<string, Record<string, { parameters: { name: string; in: string; example: unknown }[] }>>;
  };
  const token = await signInAs(server, USERS.aurora);
  const lists = api.flatMap(({ method, path, access }) => {
    const sort = document.paths[path]?.[method.toLowerCase()]?.parameters.find(({ name }) => name === 'sort');
    return sort && Array.isArray(access) && access.includes('BUSINESS') ? [{ path, sort: String(sort.example) }] : [];
  });
  expect(lists.length).toBeGreaterThan(0);
  const answers = lists.map(async ({ path, sort }) => {
    const search = new URLSearchParams({ sort, ...(path.includes('/patients/') && { fiscalCode: 'RSSMRA' }) });
    const { status } = await fetch(`${server.url}${path}?${search}`, { headers: { authorization: `Bearer ${token}` } });
    return [path, status];
  });
  expect(await Promise.all(answers)).toEqual(lists.map(({ path }) => [path, 200]));
});

test('rules §12 key: the document has its header at each command of a till, and nowhere else', () => {
  const document = buildOpenApiDocument() as {
    paths: Record<string, Record<string, { parameters?: { name: string }[] }>>;
  };
  for (const { name, method, path, access } of api) {
    const parameters = document.paths[path]?.[method.toLowerCase()]?.parameters ?? [];
    const isNamed = parameters.some((parameter) => parameter.name === 'Idempotency-Key');
    expect([name, isNamed]).toEqual([name, access.includes('TILL') && method !== 'GET']);
  }
});

test('design §2 contract: a page at /docs shows the document', async () => {
  const page = await fetch(`${server.url}/docs`);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
});

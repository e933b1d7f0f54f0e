import { expect, test, vi } from 'vitest';
import type { Call } from '#contract/call.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { requestSignOn, signOut } from '#contract/calls/authentication.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { deleteCartProduct, executeCart, putCartProduct, readCart } from '#contract/calls/carts.ts';
import { searchProducts } from '#contract/calls/products.ts';
import { downloadReceipt, searchPurchases } from '#contract/calls/purchases.ts';
import { ApiError } from '#src/providers/api/api-error.ts';
import { callApi, type CallOptions } from '#src/providers/api/call-api.ts';
import { timeLimitOf } from '#src/providers/api/time-limits.ts';
import { cancelLongLoads } from '#src/providers/loading/loading-store.ts';
import { alertTexts, holdPair, usePortalAgainstServer } from '#tests/support/portal-against-server.ts';

// @vitest-environment jsdom

const under = usePortalAgainstServer();
const cart = { cartId: 1, items: [], residualAmount: 10.5, voucherInitialAmount: 110 };

test('§7 a request carries the bearer token of session storage', async () => {
  holdPair(1);
  under.script = () => ({ body: { data: { cart } } });
  await callApi(readCart, { params: { cartId: 1 } });
  expect(under.server.requests[0]?.headers.authorization).toBe('Bearer access-1');
});

test('§7 the sign-on calls use basic authentication and no token', async () => {
  holdPair(1);
  under.script = () => ({ body: { data: { amRasRequest: { RelayState: 'r', SAMLRequest: 's', ssoUrl: 'u' } } } });
  await callApi(requestSignOn, { body: { clientId: 'portal', profile: 'BUSINESS' } });
  expect(under.server.requests[0]?.headers.authorization).toBe(`Basic ${btoa('client:secret')}`);
});

test('rules §3 no token is sent where none is held', async () => {
  under.script = () => ({ body: { data: { businesses: [] } } });
  await callApi(listBusinesses, {});
  expect(under.server.requests[0]?.headers.authorization).toBeUndefined();
});

test('§7 path, query and body stand where the contract puts them', async () => {
  under.script = () => ({ body: { data: { cart } } });
  await callApi(putCartProduct, { params: { cartId: 3 }, body: { productId: 7, pricePerUnit: 1.5, quantity: 2 } });
  await callApi(deleteCartProduct, { params: { cartId: 'a/b', productId: 7 } });
  const [put, deletion] = under.server.requests;
  expect(put).toMatchObject({ method: 'PUT', path: '/api/v1/carts/3/products' });
  expect(JSON.parse(put?.body ?? '')).toEqual({ productId: 7, pricePerUnit: 1.5, quantity: 2 });
  expect(deletion).toMatchObject({ method: 'DELETE', path: '/api/v1/carts/a%2Fb/products/7', body: '' });
});

test('§7 the headers are those that any server allows: no type where there is no body, and no name of the client', async () => {
  under.script = () => ({ body: { data: null } });
  await callApi(signOut, {});
  const [request] = under.server.requests;
  expect(request).toMatchObject({ method: 'POST', body: '', headers: { accept: 'application/json' } });
  expect(request?.headers['content-type']).toBeUndefined();
  expect(request?.headers['user-agent']).not.toContain('axios');
});

test('design §5 rows that the server leaves out of a list are told by their number', async () => {
  const list = { products: [], pagination: { totalCount: 3 } };
  under.script = () => ({ body: { data: list } });
  await callApi(searchProducts, { query: { page: 0, size: 5 } });
  expect(alertTexts()).toEqual([]);
  under.script = () => ({ body: { data: { ...list, leftOut: 2 } } });
  await callApi(searchProducts, { query: { page: 0, size: 5 } });
  expect(alertTexts()).toEqual([expect.stringMatching(/^2 righe dell'elenco non sono leggibili/)]);
});

test('rules §1 empty parameters are left out, several values are comma-joined', async () => {
  under.script = () => ({ body: { data: { products: [], pagination: { totalCount: 0 } } } });
  await callApi(searchProducts, { query: { categoryIds: [4, 5], name: '', ean: undefined, page: 0, size: 5 } });
  expect(Object.fromEntries(under.server.requests[0]?.query ?? [])).toEqual({
    categoryIds: '4,5',
    page: '0',
    size: '5',
  });
});

test('rules §1 pagination is read inside data or beside it', async () => {
  under.script = () => ({ body: { data: { products: [], pagination: { totalCount: 3 } } } });
  const inside = await callApi(searchProducts, { query: {} });
  under.script = () => ({ body: { data: { products: [] }, pagination: { totalCount: 4 } } });
  const beside = await callApi(searchProducts, { query: {} });
  expect([inside.pagination.totalCount, beside.pagination.totalCount]).toEqual([3, 4]);
});

test('rules §1 an error inside a 200 is a failure too, told without alert', async () => {
  under.script = () => ({ body: { data: null, error: { code: '4040', description: 'CART_NOT_FOUND' } } });
  await expect(callApi(readCart, { params: { cartId: 1 } })).rejects.toMatchObject({
    description: 'CART_NOT_FOUND',
    code: '4040',
    shown: false,
  });
  expect(alertTexts()).toEqual([]);
});

test.each([
  ['not JSON', '<html>gateway</html>'],
  ['no data', { status: { trace: 't' } }],
  ['a field of the wrong type', { data: { cart: { ...cart, residualAmount: '10,50' } } }],
  ['nothing', ''],
])('design §2 a broken answer (%s) is the GENERIC error', async (_, body) => {
  under.script = () => ({ body });
  await expect(callApi(readCart, { params: { cartId: 1 } })).rejects.toMatchObject({
    description: 'GENERIC',
    lost: true,
    shown: true,
  });
  expect(alertTexts()).toEqual(['Si è vericato un errore']);
});

test('rules §2 a lost answer raises no alert for a caller that asks what happened itself', async () => {
  under.script = () => 'hangUp';
  const call = callApi(readCart, { params: { cartId: 1 } }, { alerts: 'unless-lost' });
  await expect(call).rejects.toMatchObject({ lost: true, shown: false, description: 'GENERIC' });
  expect(alertTexts()).toEqual([]);
});

test('rules §2 an answer that comes too late is lost', async () => {
  under.script = () => new Promise(() => undefined);
  const call = callApi(readCart, { params: { cartId: 1 } }, { timeout: 30, alerts: 'none' });
  await expect(call).rejects.toMatchObject({ lost: true, status: undefined });
});

test('design §2 a cancelled request is silent, and is no ApiError', async () => {
  const abort = new AbortController();
  under.script = () => {
    abort.abort();
    return { body: { data: { cart } } };
  };
  const failure: unknown = await callApi(readCart, { params: { cartId: 1 } }, { signal: abort.signal }).catch(
    (error: unknown) => error,
  );
  expect(failure).not.toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ name: 'AbortError' });
  expect(alertTexts()).toEqual([]);
});

test('design §5 a long wait that the user gives up is silent; a command may have been done all the same', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  under.script = () => new Promise(() => undefined);
  const read = callApi(readCart, { params: { cartId: 1 } }).catch((error: unknown) => error);
  const change = callApi(deleteCartProduct, { params: { cartId: 1, productId: 7 } }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(5000);
  cancelLongLoads();
  vi.useRealTimers();
  await expect(read).resolves.toMatchObject({ description: 'CANCELLED', shown: true, lost: false });
  await expect(change).resolves.toMatchObject({ description: 'CANCELLED', shown: true, lost: true });
  expect(alertTexts()).toEqual([]);
});

test('design §5 a wait for a refresh may be given up too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  holdPair(1);
  under.script = ({ path }) => (path === '/api/v1/auth/token' ? new Promise(() => undefined) : { status: 403 });
  const read = callApi(readCart, { params: { cartId: 1 } }).catch((error: unknown) => error);
  await vi.waitFor(() => expect(under.server.to('/api/v1/auth/token')).toHaveLength(1), { timeout: 60_000 });
  await vi.advanceTimersByTimeAsync(5000);
  cancelLongLoads();
  vi.useRealTimers();
  await expect(read).resolves.toMatchObject({ description: 'CANCELLED' });
});

const longList: CallOptions = { longList: { collection: 'purchases', read: () => [] } };

test.each<[string, Call, CallOptions, number]>([
  ['a read', readCart, {}, 30],
  ['a command', executeCart, {}, 30],
  ['a command with a big body', createAmcOrders, {}, 120],
  ['a document', downloadReceipt, {}, 180],
  ['a list of one page', searchPurchases, {}, 30],
  ['a list of very many rows', searchPurchases, longList, 180],
])('rules §2 the time limit suits the call: %s', (_, call, options, seconds) => {
  expect(timeLimitOf(call, options)).toBe(seconds * 1000);
});

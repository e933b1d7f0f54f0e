import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { deleteCartProduct, readCart } from '#contract/calls/carts.ts';
import { downloadReceipt } from '#contract/calls/purchases.ts';
import { callApi } from '#src/providers/api/call-api.ts';
import { type Exchange, refreshTokens } from '#src/providers/api/refresh-tokens.ts';
import { clearSessionStorage, readSessionVersion, readTokens } from '#src/providers/session/tokens.ts';
import { alertTexts, holdPair, usePortalAgainstServer } from '#tests/support/portal-against-server.ts';
import type { ReceivedRequest, ScriptedAnswer } from '#tests/support/scripted-server.ts';

// @vitest-environment jsdom

const REFRESH = '/api/v1/auth/token';
const under = usePortalAgainstServer();
const cart = { cartId: 1, items: [], residualAmount: 10.5, voucherInitialAmount: 110 };
const secondPair = { accessToken: 'access-2', refreshToken: 'refresh-2' };

afterEach(() => vi.restoreAllMocks());

function read(cartId: number): Promise<unknown> {
  return callApi(readCart, { params: { cartId } });
}

/** A server that accepts only the second access token and answers a refresh as given. */
function refuseFirstToken(refresh: () => ScriptedAnswer): (request: ReceivedRequest) => ScriptedAnswer {
  return ({ path, headers }) => {
    if (path === REFRESH) return refresh();
    return headers.authorization === 'Bearer access-2' ? { body: { data: { cart } } } : { status: 403 };
  };
}

function cartRequests(): ReceivedRequest[] {
  return under.server.requests.filter(({ path }) => path.startsWith('/api/v1/carts/'));
}

test('§4 a 403 refreshes the token once and retries the request', async () => {
  holdPair(1);
  under.script = refuseFirstToken(() => ({ body: { data: { auth: secondPair } } }));
  await expect(read(1)).resolves.toMatchObject({ cart: { cartId: 1 } });
  expect(readTokens()).toEqual(secondPair);
  const [refresh] = under.server.to(REFRESH);
  expect(refresh?.headers['content-type']).toContain('application/x-www-form-urlencoded');
  expect(refresh?.headers.authorization).toBeUndefined();
  expect(refresh?.body).toBe('grant_type=refresh_token&refresh_token=refresh-1');
});

test('rules §3 fifty parallel 403s cause one refresh and fifty retries', async () => {
  holdPair(1);
  under.script = refuseFirstToken(() => ({ body: { data: { auth: secondPair } } }));
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => read(index)));
  expect(answers).toHaveLength(50);
  expect(under.server.to(REFRESH)).toHaveLength(1);
  expect(cartRequests()).toHaveLength(100);
});

test.each<[string, () => Promise<unknown>, string]>([
  ['a read', () => read(1), '/api/v1/carts/1'],
  [
    'a command',
    () => callApi(deleteCartProduct, { params: { cartId: 1, productId: 7 } }),
    '/api/v1/carts/1/products/7',
  ],
  [
    'a document that says how much has come',
    () => callApi(downloadReceipt, { params: { purchaseId: 7 } }, { onProgress: () => undefined }),
    downloadReceipt.path.replace('{purchaseId}', '7'),
  ],
])('rules §3 the replay of %s has the whole time limit, and no more', async (_, call, path) => {
  const limits: AbortController[] = [];
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const limit = new AbortController();
    limits.push(limit);
    return limit.signal;
  });
  under.script = async (request) => {
    if (request.path === REFRESH) {
      // The time of the first try is over while the refresh runs.
      limits[0]?.abort();
      return { body: { data: { auth: secondPair } } };
    }
    if (request.headers.authorization !== 'Bearer access-2') return { status: 403 };
    if (under.server.to(path).length > 2) {
      limits.at(-1)?.abort();
      return new Promise(() => undefined);
    }
    return { status: 409, body: { error: { description: 'NOT_POSSIBLE' } } };
  };
  holdPair(1);
  await expect(call()).rejects.toMatchObject({ status: 409 });
  holdPair(1);
  await expect(call()).rejects.toMatchObject({ lost: true });
});

test('rules §3 a request made with an old token while the new one is there is simply replayed', async () => {
  holdPair(1);
  under.script = ({ path, headers }) => {
    if (headers.authorization === 'Bearer access-2') return { body: { data: { cart } } };
    if (path !== REFRESH) holdPair(2);
    return { status: 403 };
  };
  await expect(read(1)).resolves.toMatchObject({ cart: { cartId: 1 } });
  expect(under.server.to(REFRESH)).toHaveLength(0);
  expect(cartRequests()).toHaveLength(2);
});

test('§9 a request is retried once: a second 403 is its answer', async () => {
  holdPair(1);
  under.script = ({ path }) => (path === REFRESH ? { body: { data: { auth: secondPair } } } : { status: 403 });
  await expect(read(1)).rejects.toMatchObject({ status: 403 });
  expect(cartRequests()).toHaveLength(2);
  expect(under.server.to(REFRESH)).toHaveLength(1);
  expect(readTokens()).toEqual(secondPair);
});

test.each([
  ['no answer', 'hangUp' as const],
  ['a broken answer', { body: '<html>' }],
  ['an answer without tokens', { body: { data: { auth: {} } } }],
  ['JSON of another shape', { body: { message: 'Welcome' } }],
  ['an empty body', { body: '' }],
])('rules §3 a refresh with %s keeps the session, and the user can retry', async (_, refreshAnswer) => {
  holdPair(1);
  under.script = refuseFirstToken(() => refreshAnswer);
  await expect(read(1)).rejects.toMatchObject({ description: 'GENERIC', shown: true });
  expect(readTokens()?.refreshToken).toBe('refresh-1');
  expect(alertTexts()).toEqual(['Si è vericato un errore']);
  under.script = refuseFirstToken(() => ({ body: { data: { auth: secondPair } } }));
  await expect(read(1)).resolves.toMatchObject({ cart: { cartId: 1 } });
});

test.each([400, 401, 403, 404, 500, 201])(
  '§7 a refresh answered %d is a failure: the session expires',
  async (status) => {
    holdPair(1);
    under.script = refuseFirstToken(() => ({ status, body: { data: { auth: secondPair } } }));
    await expect(read(1)).rejects.toMatchObject({ status: 403, shown: true });
    expect(readTokens()).toBeNull();
    expect(alertTexts()).toEqual(['La sessione è scaduta, accedi di nuovo']);
  },
);

test.each([
  ['a page of a firewall', { status: 403, body: '<html>Blocked</html>' }],
  ['an empty body', { status: 404, body: '' }],
])('§7 a refresh answered by %s and another status than 200 is a failure: the session expires', async (_, answer) => {
  holdPair(1);
  under.script = refuseFirstToken(() => answer);
  await expect(read(1)).rejects.toMatchObject({ status: 403, shown: true });
  expect(readTokens()).toBeNull();
  expect(alertTexts()).toEqual(['La sessione è scaduta, accedi di nuovo']);
});

test.each([429, 502, 503, 504])('rules §3 a refresh answered %d is asked again', async (status) => {
  holdPair(1);
  under.script = refuseFirstToken(() =>
    under.server.to(REFRESH).length === 1
      ? { status, body: '<html>Not ready</html>' }
      : { body: { data: { auth: secondPair } } },
  );
  await expect(read(1)).resolves.toMatchObject({ cart: { cartId: 1 } });
  expect(readTokens()).toEqual(secondPair);
  expect(alertTexts()).toEqual([]);
});

test.each([
  ['in the header', { headers: { 'retry-after': '11' } }],
  ['in the header, as an instant', { headers: { 'retry-after': new Date(Date.now() + 60_000).toUTCString() } }],
  ['in the envelope', { body: { error: { retryAfter: 11 } } }],
])('rules §3 a time to wait beyond ten seconds ends the asking, told %s', async (_, answer) => {
  holdPair(1);
  under.script = refuseFirstToken(() => ({ status: 429, ...answer }));
  await expect(read(1)).rejects.toMatchObject({ status: 403, shown: true });
  expect(under.server.to(REFRESH)).toHaveLength(1);
  expect(readTokens()).toBeNull();
});

const busy = { retryAfter: undefined };
type Answered = Awaited<ReturnType<Exchange>>;

/** Refreshes with these answers, the last one again and again. Returns what came of it, and after how many seconds each was asked for. */
async function refreshWith(answers: readonly (Answered | (() => Answered))[]) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  holdPair(1);
  const start = performance.now();
  const askedAt: number[] = [];
  const result = refreshTokens('access-1', () => {
    const answer = answers[Math.min(askedAt.length, answers.length - 1)] ?? 'refused';
    askedAt.push((performance.now() - start) / 1000);
    return Promise.resolve(typeof answer === 'function' ? answer() : answer);
  });
  await vi.runAllTimersAsync();
  return { result: await result, askedAt };
}

test.each<[string, readonly Answered[], string, number]>([
  ['one that is ready in time', [busy, busy, secondPair], 'refreshed', 3],
  ['one that is then refused', [busy, 'refused'], 'ended', 2],
  ['one that then stays without an answer', [busy, 'unreachable'], 'unreachable', 2],
  ['one that names a time to wait', [{ retryAfter: 4 }, { retryAfter: 6 }, secondPair], 'refreshed', 3],
  ['one that names a time to wait that is too long at last', [{ retryAfter: 4 }, { retryAfter: 7 }], 'ended', 2],
])('rules §3 a busy refresh: %s', async (_, answers, outcome, times) => {
  const { result, askedAt } = await refreshWith(answers);
  expect(result).toBe(outcome);
  expect(askedAt).toHaveLength(times);
});

test('rules §3 a busy refresh is asked again for ten seconds, the last time at their end', async () => {
  const { result, askedAt } = await refreshWith([busy]);
  expect(result).toBe('ended');
  expect(askedAt.at(-1)).toBeCloseTo(10);
  const pauses = askedAt.slice(1).map((at, index) => at - (askedAt[index] ?? 0));
  expect(Math.max(...pauses)).toBeLessThanOrEqual(2);
  expect(askedAt.length).toBeLessThanOrEqual(12);
});

test.each<[string, () => void, string]>([
  ['a sign-out', () => clearSessionStorage(), 'signed-out'],
  ['the pair of another tab', () => holdPair(2), 'refreshed'],
])('rules §3 a busy refresh asks no more after %s', async (_, happens, outcome) => {
  const { result, askedAt } = await refreshWith([
    () => {
      setTimeout(happens);
      return busy;
    },
  ]);
  expect(result).toBe(outcome);
  expect(askedAt).toHaveLength(1);
});

test('rules §3 who waits for a busy refresh may give up, and others still get their answer', async () => {
  holdPair(1);
  const leaving = new AbortController();
  const left = callApi(readCart, { params: { cartId: 1 } }, { signal: leaving.signal });
  const isLeft = expect(left).rejects.toThrow('left');
  under.script = refuseFirstToken(() => {
    if (under.server.to(REFRESH).length > 1) return { body: { data: { auth: secondPair } } };
    leaving.abort(new Error('left'));
    return { status: 503 };
  });
  await Promise.all([isLeft, expect(read(2)).resolves.toMatchObject({ cart: { cartId: 1 } })]);
  expect(cartRequests().filter(({ path }) => path.endsWith('/1'))).toHaveLength(1);
  expect(readTokens()).toEqual(secondPair);
});

test('rules §1 an error inside a 200 to the refresh is a failure too', async () => {
  holdPair(1);
  under.script = refuseFirstToken(() => ({ body: { error: { description: 'NOT_AUTHENTICATED' } } }));
  await expect(read(1)).rejects.toMatchObject({ status: 403 });
  expect(readTokens()).toBeNull();
});

test('§8 fifty requests of an ended session: one refresh, one alert', async () => {
  holdPair(1);
  under.script = () => ({ status: 403 });
  await Promise.allSettled(Array.from({ length: 50 }, (_, index) => read(index)));
  expect(under.server.to(REFRESH)).toHaveLength(1);
  expect(cartRequests()).toHaveLength(50);
  expect(alertTexts()).toEqual(['La sessione è scaduta, accedi di nuovo']);
});

test('§4 a sign-out during the refresh stays a sign-out', async () => {
  holdPair(1);
  under.script = refuseFirstToken(() => {
    clearSessionStorage();
    return { body: { data: { auth: secondPair } } };
  });
  await expect(read(1)).rejects.toMatchObject({ status: 403, shown: false });
  expect(readTokens()).toBeNull();
  expect(alertTexts()).toEqual([]);
});

test.each([
  ['expiry-only' as const, ['La sessione è scaduta, accedi di nuovo']],
  ['none' as const, []],
])('§4 alerts %s at the end of the session: %j', async (alerts, texts) => {
  holdPair(1);
  under.script = () => ({ status: 403 });
  const call = callApi(readCart, { params: { cartId: 1 } }, { alerts });
  await expect(call).rejects.toMatchObject({ status: 403 });
  expect(alertTexts()).toEqual(texts);
  expect(readTokens() === null).toBe(texts.length > 0);
});

test('rules §2 alerts expiry-only: any other failure is left to the caller', async () => {
  holdPair(1);
  under.script = () => ({ status: 500 });
  const call = callApi(readCart, { params: { cartId: 1 } }, { alerts: 'expiry-only' });
  await expect(call).rejects.toMatchObject({ status: 500, shown: false });
  expect(alertTexts()).toEqual([]);
});

test('rules §3 a tab whose session goes on elsewhere, in a tab that sleeps, does not send its old token', async () => {
  holdPair(1);
  const own = readSessionVersion();
  localStorage.setItem(`newestPair ${own?.session ?? ''}`, String((own?.since ?? 0) + 1));
  under.script = () => ({ status: 403 });
  await expect(read(1)).rejects.toMatchObject({ status: 403, shown: true });
  expect(under.server.to(REFRESH)).toHaveLength(0);
  expect(alertTexts()).toEqual(['La sessione è scaduta, accedi di nuovo']);
});

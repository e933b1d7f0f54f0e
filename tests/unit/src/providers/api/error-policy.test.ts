import { expect, test } from 'vitest';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { readCart } from '#contract/calls/carts.ts';
import { ApiError } from '#src/providers/api/api-error.ts';
import { callApi } from '#src/providers/api/call-api.ts';
import { errorPolicy, isQuietStatus } from '#src/providers/api/error-policy.ts';
import { currentAlerts } from '#src/providers/notifications/alert-store.ts';
import { readTokens } from '#src/providers/session/tokens.ts';
import { alertTexts, holdPair, usePortalAgainstServer } from '#tests/support/portal-against-server.ts';

// @vitest-environment jsdom

const under = usePortalAgainstServer();

function failure(error: object = {}, trace?: string) {
  return { error, ...(trace !== undefined && { status: { trace } }) };
}

function read(): Promise<unknown> {
  return callApi(readCart, { params: { cartId: 1 } });
}

test('§8 412 with 5004: the red alert of the voucher, for 10 s', async () => {
  under.script = () => ({ status: 412, body: failure({ code: 5004, description: 'ANYTHING' }) });
  await expect(read()).rejects.toMatchObject({
    status: 412,
    description: 'VOUCHER_AMOUNT_NOT_SUFFICIENT',
    shown: true,
  });
  expect(currentAlerts()).toMatchObject([
    {
      kind: 'danger',
      title: 'Attenzione!',
      text: 'Non hai sufficiente disponibilità nel voucher',
      duration: 10_000,
    },
  ]);
});

test('rules §2 the code 5004 may be text', async () => {
  under.script = () => ({ status: 412, body: failure({ code: '5004' }) });
  await expect(read()).rejects.toMatchObject({ description: 'VOUCHER_AMOUNT_NOT_SUFFICIENT' });
});

test('§8 412 with another code is any other status', async () => {
  under.script = () => ({ status: 412, body: failure({ code: 1 }) });
  await expect(read()).rejects.toMatchObject({ shown: true });
  expect(alertTexts()).toEqual(['Attenzione! | Si è vericato un errore 412']);
});

test.each([400, 404, 409])("§8 %d: the call gives the server's error, and no alert", async (status) => {
  under.script = () => ({ status, body: failure({ code: 7, description: 'CART_EMPTY', field: 'f' }, 'T') });
  await expect(read()).rejects.toMatchObject({
    status,
    code: '7',
    description: 'CART_EMPTY',
    field: 'f',
    trace: 'T',
    shown: false,
  });
  expect(alertTexts()).toEqual([]);
});

test("§8 403 after the retry: the call gives the server's error, and no alert", async () => {
  holdPair(1);
  const tokens = { accessToken: 'access-2', refreshToken: 'refresh-2' };
  under.script = ({ path }) =>
    path === '/api/v1/auth/token'
      ? { body: { data: { auth: tokens } } }
      : { status: 403, body: failure({ description: 'NOT_ALLOWED' }) };
  await expect(read()).rejects.toMatchObject({ status: 403, description: 'NOT_ALLOWED', shown: false });
  expect(under.server.to('/api/v1/carts/1')).toHaveLength(2);
  expect(alertTexts()).toEqual([]);
});

test('rules §3 403 with no token held is not an expiry: nothing is shown, nothing is refreshed', async () => {
  under.script = () => ({ status: 403, body: failure() });
  await expect(read()).rejects.toMatchObject({ status: 403, shown: false });
  expect(under.server.requests).toHaveLength(1);
  expect(alertTexts()).toEqual([]);
});

test.each([401, 402, 429, 500, 503])(
  '§8 any other status (%d): the alert with the trace, until dismissed',
  async (status) => {
    under.script = () => ({ status, body: failure({ description: 'INTERNAL_ERROR' }, 'abc-123') });
    await expect(read()).rejects.toMatchObject({ status, shown: true, trace: 'abc-123' });
    expect(currentAlerts()).toMatchObject([
      {
        title: 'Attenzione!',
        text: `Si è vericato un errore ${status} (codice: abc-123)`,
        duration: null,
      },
    ]);
  },
);

test.each([
  [400, '<html>Bad request</html>'],
  [403, { message: 'Forbidden' }],
  [404, ''],
  [409, []],
])("§8 %d with a page that is not the API's is an unexpected failure", async (status, body) => {
  under.script = () => ({ status, body });
  const call = callApi(listBusinesses, {});
  await expect(call).rejects.toMatchObject({ status: undefined, description: 'GENERIC', shown: true, lost: true });
  expect(alertTexts()).toEqual(['Si è vericato un errore']);
});

test("rules §3 a firewall's 403 to a call with a token: one refresh, one repetition, and the session stays", async () => {
  holdPair(1);
  const tokens = { accessToken: 'access-2', refreshToken: 'refresh-2' };
  under.script = ({ path }) =>
    path === '/api/v1/auth/token'
      ? { body: { data: { auth: tokens } } }
      : { status: 403, body: '<html>Blocked</html>' };
  await expect(read()).rejects.toMatchObject({ description: 'GENERIC', shown: true });
  expect(under.server.requests).toHaveLength(3);
  expect(readTokens()).toEqual(tokens);
  expect(alertTexts()).toEqual(['Si è vericato un errore']);
});

test('rules §3 403 with no token held shows nothing, whoever answers it', async () => {
  under.script = () => ({ status: 403, body: '<html>Blocked</html>' });
  await expect(read()).rejects.toMatchObject({ status: 403, shown: false });
  expect(alertTexts()).toEqual([]);
});

test('§8 any other status without a readable body: the alert without trace', async () => {
  under.script = () => ({ status: 502, body: '<html>Bad gateway</html>' });
  await expect(read()).rejects.toMatchObject({ status: 502, description: 'GENERIC', lost: true });
  expect(alertTexts()).toEqual(['Attenzione! | Si è vericato un errore 502']);
});

test.each([
  ['in the envelope', { retryAfter: 30 }, {}, '. Troppe richieste: riprova tra 30 secondi'],
  ['in the header, as seconds', {}, { 'retry-after': '1' }, '. Troppe richieste: riprova tra 1 secondo'],
  ['nowhere', {}, {}, ''],
  ['in a header of the past', {}, { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' }, ''],
])('rules §2 429: beside the alert of §8 stands when to try again, told %s', async (_where, error, headers, hint) => {
  under.script = () => ({ status: 429, body: failure(error), headers });
  await expect(read()).rejects.toMatchObject({ status: 429, shown: true });
  expect(alertTexts()).toEqual([`Attenzione! | Si è vericato un errore 429${hint}`]);
});

test('§8 an unexpected failure: the generic alert, and the error GENERIC', async () => {
  under.script = () => 'hangUp';
  await expect(read()).rejects.toMatchObject({ status: undefined, description: 'GENERIC', shown: true, lost: true });
  expect(currentAlerts()).toMatchObject([{ title: undefined, text: 'Si è vericato un errore', duration: null }]);
});

test('§8 ten failures of one kind at once are one alert, with the last trace', async () => {
  let answered = 0;
  under.script = () => {
    answered += 1;
    return { status: 500, body: failure({}, `trace-${answered}`) };
  };
  const traces: (string | undefined)[] = [];
  const calls = Array.from({ length: 10 }, () =>
    read().catch((error: unknown) => traces.push(error instanceof ApiError ? error.trace : undefined)),
  );
  await Promise.all(calls);
  const text = `Si è vericato un errore 500 (codice: ${String(traces.at(-1))})`;
  expect(currentAlerts()).toMatchObject([{ text }]);
});

test('§8 failures of another status are another alert', async () => {
  under.script = () => ({ status: 500, body: failure() });
  await read().catch(() => undefined);
  under.script = () => ({ status: 503, body: failure() });
  await read().catch(() => undefined);
  expect(currentAlerts()).toHaveLength(2);
});

test('§8 session expired: the alert for 10 s, and it can be dismissed', async () => {
  holdPair(1);
  under.script = () => ({ status: 403, body: failure() });
  await expect(read()).rejects.toMatchObject({ status: 403, shown: true });
  expect(currentAlerts()).toMatchObject([
    { kind: 'danger', text: 'La sessione è scaduta, accedi di nuovo', duration: 10_000 },
  ]);
});

test('§8 every row of the table is proved above', () => {
  expect(errorPolicy.map(({ name }) => name)).toEqual([
    'the voucher is not sufficient',
    'the token may be too old',
    'the session has ended',
    'the caller is told by the server',
    'too many requests',
    'any other status',
    'unexpected',
  ]);
});

test.each([
  [400, true],
  [403, true],
  [404, true],
  [409, true],
  [412, false],
  [500, false],
  [undefined, false],
])('rules §2 a list load that fails with %s ends quietly: %s', (status, isQuiet) => {
  expect(isQuietStatus(status)).toBe(isQuiet);
});

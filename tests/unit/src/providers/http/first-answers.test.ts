// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callFirst, fetchOrTake } from '#src/providers/http/first-answers.ts';

const URL_OF_ROWS = 'http://localhost/api/v1/purchases/search?page=0';
const made: string[] = [];

function asked(accessToken: string, init: RequestInit = {}): Promise<Response> {
  return fetchOrTake(URL_OF_ROWS, { ...init, headers: { Authorization: `Bearer ${accessToken}` } });
}

beforeEach(() => {
  made.length = 0;
  vi.stubGlobal('fetch', (input: string | Request) => {
    made.push(typeof input === 'string' ? 'early' : 'late');
    return Promise.resolve(new Response(String(made.length)));
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('design §5 light: the answer to a call made before is taken once', async () => {
  callFirst(URL_OF_ROWS, 'token');
  await expect((await asked('token')).text()).resolves.toBe('1');
  await expect((await asked('token')).text()).resolves.toBe('2');
  expect(made).toEqual(['early', 'late']);
});

test.each<[string, () => Promise<Response>]>([
  ['another token', () => asked('newer')],
  ['a command', () => asked('token', { method: 'POST' })],
])('design §5 light: %s gets no answer of a call made before', async (_, ask) => {
  callFirst(URL_OF_ROWS, 'token');
  await expect((await ask()).text()).resolves.toBe('2');
});

test('design §5 light: an answer is stale after 10 s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  callFirst(URL_OF_ROWS, 'token');
  vi.advanceTimersByTime(10_001);
  await expect((await asked('token')).text()).resolves.toBe('2');
});

test('design §5 light: a call that was lost is made again', async () => {
  vi.stubGlobal('fetch', (input: string | Request) =>
    typeof input === 'string' ? Promise.reject(new TypeError('lost')) : Promise.resolve(new Response('again')),
  );
  callFirst(URL_OF_ROWS, 'token');
  await expect((await asked('token')).text()).resolves.toBe('again');
});

test('design §2 whoever waits for an answer made before may cancel', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  callFirst(URL_OF_ROWS, 'token');
  const left = new AbortController();
  const waiting = asked('token', { signal: left.signal });
  left.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

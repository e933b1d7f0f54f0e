import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callFirst, endFirstCalls, fetchOrTake } from '#src/providers/api/first-answers.ts';

const ROWS = 'http://localhost/api/v1/purchases/search?page=0';

/** The signals of the requests, in the order of the requests. */
const signals: AbortSignal[] = [];
/** Answers a request; by default with its number. */
let respond: (signal: AbortSignal) => Promise<Response>;

function ask(accessToken: string, init: RequestInit = {}): Promise<Response> {
  return fetchOrTake(ROWS, { ...init, headers: { Authorization: `Bearer ${accessToken}` } });
}

async function textOf(response: Promise<Response>): Promise<string> {
  return (await response).text();
}

/** A body that never ends, unless its request is aborted. */
function endlessBody(signal: AbortSignal): Promise<Response> {
  const body = new ReadableStream({
    start(controller) {
      signal.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return Promise.resolve(new Response(body));
}

beforeEach(() => {
  vi.useFakeTimers();
  signals.length = 0;
  respond = () => Promise.resolve(new Response(String(signals.length)));
  vi.stubGlobal('fetch', (input: RequestInfo, init?: RequestInit) => {
    const { signal } = new Request(input, init);
    signals.push(signal);
    return respond(signal);
  });
});

afterEach(() => {
  endFirstCalls();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('design §5 light: the answer to a call made before is taken once', async () => {
  callFirst(ROWS, 'token');
  await expect(textOf(ask('token'))).resolves.toBe('1');
  await expect(textOf(ask('token'))).resolves.toBe('2');
  expect(signals).toHaveLength(2);
});

test('design §5 light: an address is the same with a host in capitals and its usual port', async () => {
  callFirst(ROWS.replace('localhost', 'LOCALHOST:80'), 'token');
  await expect(textOf(ask('token'))).resolves.toBe('1');
});

test('rules §3 a newer token takes no answer to an older one, whose call ends', async () => {
  callFirst(ROWS, 'token');
  await expect(textOf(ask('newer'))).resolves.toBe('2');
  expect(signals[0]?.aborted).toBe(true);
});

test('design §5 light: a command takes no answer', async () => {
  callFirst(ROWS, 'token');
  await expect(textOf(ask('token', { method: 'POST' }))).resolves.toBe('2');
});

test('design §5 light: an answer that nobody has taken for 10 s is dropped, one under way is not', async () => {
  callFirst(ROWS, 'token');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(signals[0]?.aborted).toBe(true);
  await expect(textOf(ask('token'))).resolves.toBe('2');

  respond = () => new Promise((resolve) => setTimeout(() => resolve(new Response('late')), 60_000));
  callFirst(ROWS, 'token');
  await vi.advanceTimersByTimeAsync(30_000);
  const taken = textOf(ask('token'));
  await vi.advanceTimersByTimeAsync(30_000);
  await expect(taken).resolves.toBe('late');
  expect(signals).toHaveLength(3);
});

test('§4 a sign-out ends what nobody has taken', async () => {
  respond = endlessBody;
  callFirst(ROWS, 'token');
  endFirstCalls();
  expect(signals[0]?.aborted).toBe(true);
  respond = () => Promise.resolve(new Response('new'));
  await expect(textOf(ask('token'))).resolves.toBe('new');
});

test('design §5 light: a call that was lost is made again', async () => {
  respond = () => Promise.reject(new TypeError('lost'));
  callFirst(ROWS, 'token');
  const asked = ask('token');
  respond = () => Promise.resolve(new Response('again'));
  await expect(textOf(asked)).resolves.toBe('again');
});

test('rules §2 whoever waits for an answer made before may cancel, and it is not asked for again', async () => {
  respond = (signal) =>
    new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  callFirst(ROWS, 'token');
  const left = new AbortController();
  const waiting = ask('token', { signal: left.signal });
  left.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(signals).toHaveLength(1);
});

test('rules §2 a time limit also ends an answer whose body does not come to its end', async () => {
  respond = endlessBody;
  callFirst(ROWS, 'token');
  const left = new AbortController();
  const response = await ask('token', { signal: left.signal });
  const reading = response.text();
  left.abort();
  expect(signals[0]?.aborted).toBe(true);
  await expect(reading).rejects.toMatchObject({ name: 'AbortError' });
});

import { connect } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
});
afterAll(() => server.close());

/** Sends bytes on a new connection. Returns everything received until the server closes it. */
async function converse(bytes: string): Promise<{ status: number; headers: Headers; body: unknown }> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // Bytes that are sent after the server closed the connection cause this error.
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n');
  const [first = '', ...lines] = head.split('\r\n');
  const headers = new Headers(
    lines.map((line): [string, string] => [line.split(':')[0] ?? '', line.replace(/^[^:]*: /, '')]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) };
}

const CLOSE = 'host: localhost\r\nconnection: close\r\n';

test.each([
  ['no HTTP at all', 'NONSENSE\r\n\r\n', 400, { code: 4000, description: 'INVALID_REQUEST' }],
  [
    'no host',
    'GET / HTTP/1.1\r\nconnection: close\r\n\r\n',
    400,
    { code: 4000, description: 'INVALID_REQUEST', field: 'host' },
  ],
  [
    'an unreadable address',
    `GET /api/v1/carts/%E0%A4%A HTTP/1.1\r\n${CLOSE}\r\n`,
    400,
    { code: 4000, description: 'INVALID_REQUEST' },
  ],
  [
    'a body too large',
    `POST /sign-on/acs HTTP/1.1\r\n${CLOSE}content-type: application/json\r\ncontent-length: 70000\r\n\r\n`,
    413,
    { code: 4130, description: 'REQUEST_TOO_LARGE' },
  ],
  [
    'an address too long',
    `GET /api/v1/carts/${'1'.repeat(8192)} HTTP/1.1\r\n${CLOSE}\r\n`,
    414,
    { code: 4140, description: 'ADDRESS_TOO_LONG' },
  ],
  [
    'headers too large',
    `GET / HTTP/1.1\r\n${CLOSE}x-long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    { code: 4310, description: 'HEADERS_TOO_LARGE' },
  ],
  ['a request that never arrives', `GET / HTTP/1.1\r\nhost: loc`, 408, { code: 4080, description: 'REQUEST_TIMEOUT' }],
])(
  'rules §8 headers: %s is refused in the envelope, with every security header',
  async (_what, bytes, status, error) => {
    // The minimum, because Node checks the limits once a second.
    if (status === 408) Object.assign(server.app.server, { requestTimeout: 1, headersTimeout: 1 });
    const usual = await fetch(`${server.url}/api/nothing`);
    const answer = await converse(bytes);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ error, status: { trace: expect.stringMatching(/^[\da-f-]{36}$/) as string } });
    for (const name of [
      'content-security-policy',
      'x-frame-options',
      'x-content-type-options',
      'referrer-policy',
      'cache-control',
    ]) {
      expect([name, answer.headers.get(name)]).toEqual([name, usual.headers.get(name)]);
      expect(answer.headers.get(name)).not.toBeNull();
    }
  },
);

test.each([
  ['a form that does not arrive within a minute', '/sign-on/acs', 'application/x-www-form-urlencoded'],
  ['an order of 8 MB that does not arrive within two', createAmcOrders.path, 'application/json'],
])('rules §8 slow body: %s is refused in the envelope', async (_what, path, type) => {
  const token = await signInAs(server, USERS.aurora);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const about = `authorization: Bearer ${token}\r\ncontent-type: ${type}\r\ncontent-length: 60000`;
  const refusal = converse(`POST ${path} HTTP/1.1\r\nhost: localhost\r\n${about}\r\n\r\n{`);
  const over = new AbortController();
  void refusal.finally(() => over.abort());
  while (!over.signal.aborted) {
    vi.advanceTimersByTime(60_000);
    await new Promise((turn) => setImmediate(turn));
  }
  const { status, body } = await refusal;
  expect(status).toBe(408);
  expect(body).toMatchObject({ error: { code: 4080, description: 'REQUEST_TIMEOUT' } });
});

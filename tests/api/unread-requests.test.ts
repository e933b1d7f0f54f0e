import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { uploadImport } from '#contract/admin/imports.ts';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { requestSignOn } from '#contract/calls/authentication.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { checkCart } from '#contract/calls/carts.ts';
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
  return { status: Number(first.split(' ')[1]), headers, body: body === '' ? undefined : JSON.parse(body) };
}

const CLOSE = 'host: localhost\r\nconnection: close\r\n';

test.each([
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
    `POST /sign-on/logout HTTP/1.1\r\n${CLOSE}content-type: application/json\r\ncontent-length: 70000\r\n\r\n`,
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
    `GET /api/v1/carts/1 HTTP/1.1\r\n${CLOSE}x-long: ${'x'.repeat(140_000)}\r\n\r\n`,
    431,
    { code: 4310, description: 'HEADERS_TOO_LARGE' },
  ],
])(
  'rules §8 headers: %s is refused in the envelope, with every security header',
  async (_what, bytes, status, error) => {
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
  ['no HTTP at all', 'NONSENSE\r\n\r\n', 400],
  ['a request that never arrives', `GET / HTTP/1.1\r\nhost: loc`, 408],
  ['headers without an end', `GET /api/v1/carts/1 HTTP/1.1\r\n${CLOSE}x-long: ${'x'.repeat(1_100_000)}`, 431],
])('rules §8 headers: %s gets its status, and the connection ends', async (_what, bytes, status) => {
  const { requestTimeout, headersTimeout } = server.app.server;
  onTestFinished(() => void Object.assign(server.app.server, { requestTimeout, headersTimeout }));
  // The minimum, because Node checks the limits once a second.
  if (status === 408) Object.assign(server.app.server, { requestTimeout: 1, headersTimeout: 1 });
  const answer = await converse(bytes);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  if (status === 431) expect(answer.body).toMatchObject({ error: { code: 4310, description: 'HEADERS_TOO_LARGE' } });
  else expect(answer.body).toBeUndefined();
});

const MB = 'x'.repeat(1024 * 1024);
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'multipart/form-data; boundary=--b' };
const UPLOAD = uploadImport.path.replace('{kind}', 'asl');

/** A form with one part, which is not sent to its end. */
const formOf = (part: string, content: string) => `----b\r\n${part}\r\n\r\n${content}`;
const FILE = 'content-disposition: form-data; name="file"; filename="a.csv"';

type Signed = 'region' | 'business' | undefined;

/** Refusals while 1 MB of a body is under way: status, path, who sends it, headers and body. */
test.each<[number, string, Signed, Record<string, string>, string]>([
  [401, requestSignOn.path, undefined, JSON_TYPE, MB],
  [403, checkCart.path, undefined, JSON_TYPE, MB],
  [403, createAmcOrders.path, undefined, JSON_TYPE, MB],
  [403, UPLOAD, undefined, FORM_TYPE, formOf(FILE, MB)],
  [403, UPLOAD, 'business', FORM_TYPE, formOf(FILE, MB)],
  [403, createAmcOrders.path, 'region', JSON_TYPE, MB],
  [413, '/api/v1/nothing', undefined, JSON_TYPE, MB],
  [404, '/nothing', undefined, FORM_TYPE, formOf(FILE, MB)],
  [413, checkCart.path, 'business', JSON_TYPE, MB],
  [303, '/sign-on/acs', undefined, { 'content-type': 'application/x-www-form-urlencoded' }, MB],
  [413, '/sign-on/logout', undefined, { 'content-type': 'application/x-www-form-urlencoded' }, MB],
  [413, createAmcOrders.path, 'business', JSON_TYPE, MB.repeat(9)],
  [400, createAmcOrders.path, 'business', { 'content-type': 'text/plain' }, MB],
  [400, createAmcOrders.path, 'business', FORM_TYPE, formOf(FILE, MB)],
  [400, createAmcOrders.path, 'business', JSON_TYPE, MB],
  [400, UPLOAD, 'region', JSON_TYPE, MB],
  [400, UPLOAD, 'region', { 'content-type': 'multipart/form-data' }, MB],
  [400, UPLOAD, 'region', FORM_TYPE, MB],
  [400, UPLOAD, 'region', FORM_TYPE, formOf('content-disposition: form-data; name="other"', MB)],
  [400, `${UPLOAD}?columns=x`, 'region', FORM_TYPE, formOf(FILE, MB)],
  [400, uploadImport.path.replace('{kind}', 'nothing'), 'region', FORM_TYPE, formOf(FILE, MB)],
  [200, UPLOAD, 'region', FORM_TYPE, formOf(FILE, `GIF89a${MB}`)],
  [200, UPLOAD, 'region', FORM_TYPE, formOf(FILE, `code;name\n1;"${MB}`)],
])(
  'rules §8 refused body: after %d for %s the connection takes the next call',
  async (status, path, who, type, body) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const { hostname, port } = new URL(server.url);
    const send = async (method: string, to: string, headers = {}, content = '') => {
      const sending = request({ hostname, port, agent, method, path: to, headers });
      sending.end(content);
      const [answer] = (await once(sending, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, body: await text(answer) };
    };
    const token = who && (await signInAs(server, who === 'region' ? USERS.region : USERS.aurora));
    const authorization = token && { authorization: `Bearer ${token}` };
    for (const length of ['told', 'not told']) {
      const size =
        length === 'told' ? { 'content-length': Buffer.byteLength(body) } : { 'transfer-encoding': 'chunked' };
      const refused = await send('POST', path, { ...type, ...authorization, ...size }, body);
      expect([length, refused.status]).toEqual([length, status]);
      expect((await send('GET', '/healthz')).status).toBe(200);
    }
  },
);

test('rules §8 file: whoever goes while a file is read takes its work along, and its slot comes back', async () => {
  const token = await signInAs(server, USERS.region);
  const { hostname, port } = new URL(server.url);
  const { slots } = server.app;
  const upload = (content: string) => {
    const headers = { ...FORM_TYPE, authorization: `Bearer ${token}` };
    const sending = request({ hostname, port, agent: false, method: 'POST', path: UPLOAD, headers });
    const ended = once(sending, 'response').catch(() => undefined);
    sending.write(formOf(FILE, content));
    return { sending, ended };
  };
  // The first one is refused before its end, when nobody reads it any more; the second one is still being read.
  const refused = upload(`GIF89a${MB}`);
  const open = upload('code;name\n1;a\n');
  await refused.ended;
  await expect.poll(() => slots.files.counts.running).toBe(1);
  refused.sending.destroy();
  open.sending.destroy();
  await expect.poll(() => slots.files.counts.running).toBe(0);
  const left = server.db.selectFrom('import_run').select('state').where('state', '=', 'RECEIVING');
  await expect.poll(() => left.execute()).toEqual([]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});

test('rules §8 body limits: a body that waits behind another request gives its slot back when its connection ends', async () => {
  const token = await signInAs(server, USERS.aurora);
  const { hostname, port } = new URL(server.url);
  const { largeBodies } = server.app.slots;
  const order = `POST ${createAmcOrders.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n`;
  const body = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"pur\r\n';
  await server.db.transaction().execute(async (trx) => {
    await sql`lock table business in access exclusive mode`.execute(trx);
    const client = connect(Number(port), hostname);
    client.write(`GET ${listBusinesses.path} HTTP/1.1\r\nhost: localhost\r\n\r\n${order}${body}`);
    await expect.poll(() => largeBodies.counts.running).toBe(1);
    client.destroy();
    await expect.poll(() => largeBodies.counts.running).toBe(0);
  });
});

test('design §4 connections: a process has 5,000 at most', () => {
  expect(server.app.server.maxConnections).toBe(5000);
});

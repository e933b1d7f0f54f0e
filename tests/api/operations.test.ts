import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { startTestServer } from './support/harness.ts';
import { freePort } from '#tests/support/free-port.ts';
import { settingsFor } from './support/server-process-fixture.ts';
import { program } from './support/programs.ts';
import { startServerProcess } from '../support/server-process.ts';
import { makeTestDatabase } from './support/test-database.ts';

const PATHS = ['/metrics', '/docs', '/docs/json'];

async function statusesOf(url: string): Promise<number[]> {
  return Promise.all(PATHS.map(async (path) => (await fetch(url + path)).status));
}

test('design §4 operations: metrics and documentation on a port of their own are nowhere else', async () => {
  const database = await makeTestDatabase('postgres');
  const operationsPort = await freePort();
  const { url, settings } = await settingsFor(database, {
    OPERATIONS_PORT: `127.0.0.1:${operationsPort}`,
  });
  const server = await startServerProcess([program('server')], settings);
  expect(await statusesOf(url)).toEqual([404, 404, 404]);
  const page = await fetch(`${url}/metrics`, { headers: { accept: 'text/html' } });
  expect(page.status).toBe(404);
  expect(await statusesOf(`http://127.0.0.1:${operationsPort}`)).toEqual([200, 200, 200]);
  const text = await (await fetch(`http://127.0.0.1:${operationsPort}/metrics`)).text();
  expect(text).toMatch(/^http_request_duration_seconds_count\{.*status="404"\} 4$/m);
  const unknown = await fetch(`http://127.0.0.1:${operationsPort}/api/v1/businesses`);
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ error: { description: 'PATH_NOT_FOUND' } });
  for (const name of ['content-security-policy', 'x-frame-options', 'x-content-type-options', 'referrer-policy'])
    expect([name, unknown.headers.get(name)]).toEqual([name, page.headers.get(name)]);
  const unread = connect(operationsPort, '127.0.0.1').setEncoding('utf8');
  unread.write('NONSENSE\r\n\r\n');
  const [refusal] = (await once(unread, 'data')) as [string];
  expect(refusal).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(await server.end()).toBe(0);
  await database.remove();
});

test('design §4 operations: where their port is taken nothing is served at all', { tags: ['full'] }, async () => {
  const database = await makeTestDatabase('postgres');
  const taken = [createServer(), createServer()].map((server) => server.listen(0, '127.0.0.1'));
  await Promise.all(taken.map((server) => once(server, 'listening')));
  const [port, operationsPort] = taken.map((server) => (server.address() as AddressInfo).port);
  const { settings } = await settingsFor(database, {
    PORT: String(port),
    OPERATIONS_PORT: `127.0.0.1:${operationsPort}`,
  });
  const starting = startServerProcess([program('server')], settings);
  await expect(starting).rejects.toThrow(`EADDRINUSE: address already in use 127.0.0.1:${operationsPort}`);
  taken.forEach((server) => server.close());
  await database.remove();
});

test(
  'design §4 operations: without a port there are none, and at the port of all they are for all',
  { tags: ['full'] },
  async () => {
    const server = await startTestServer({ database: 'postgres' });
    expect(await statusesOf(server.url)).toEqual([200, 200, 200]);
    const { settings, services } = server;
    const closed = await buildApp({
      settings: { ...settings, http: { ...settings.http, operations: undefined } },
      services,
    });
    for (const url of PATHS) expect((await closed.inject(url)).statusCode).toBe(404);
    await closed.close();
    await server.close();
  },
);

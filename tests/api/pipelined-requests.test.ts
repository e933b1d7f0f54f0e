import { once } from 'node:events';
import { connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAmcOrders } from '#contract/calls/amc-orders.ts';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { USERS } from './support/fixture.ts';
import { type TestServer, signInAs, startTestServer } from './support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
});
afterAll(() => server.close());

const HOST = 'host: localhost\r\n';

test('rules §8 one after another: a request before the former one is answered ends the connection, and holds nothing', async () => {
  const token = await signInAs(server, USERS.aurora);
  const order = `POST ${createAmcOrders.path} HTTP/1.1\r\n${HOST}authorization: Bearer ${token}\r\n`;
  const body = 'content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"pur\r\n';
  const { hostname, port } = new URL(server.url);
  await server.db.transaction().execute(async (trx) => {
    await sql`lock table business in access exclusive mode`.execute(trx);
    const client = connect(Number(port), hostname).on('error', () => undefined);
    client.write(`GET ${listBusinesses.path} HTTP/1.1\r\n${HOST}\r\n${order}${body}`);
    await new Promise((closed) => client.once('close', closed));
  });
  expect(server.app.slots.largeBodies.underway).toBe(0);
});

test('rules §8 one after another: a connection serves the next request when the former one is answered', async () => {
  const { hostname, port } = new URL(server.url);
  const client = connect(Number(port), hostname);
  const answers: string[] = [];
  for (let asked = 0; asked < 3; asked += 1) {
    client.write(`GET /healthz HTTP/1.1\r\n${HOST}\r\n`);
    const [answer] = (await once(client, 'data')) as [Buffer];
    answers.push(answer.toString().slice(0, 12));
  }
  expect(answers).toEqual(Array(3).fill('HTTP/1.1 200'));
  client.destroy();
});

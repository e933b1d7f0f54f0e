import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBusinesses } from '#contract/calls/businesses.ts';
import { type TestServer, startTestServer } from './support/harness.ts';

const STALL_MS = 120_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ database: 'postgres' });
});
afterAll(() => server.close());

/** A client that does not read, and the server's side of its connection. */
async function ask(path: string): Promise<{ client: Socket; connection: Socket }> {
  const { hostname, port } = new URL(server.url);
  const connected = once(server.app.server, 'connection') as Promise<[Socket]>;
  const client = connect(Number(port), hostname).pause();
  client.on('error', () => undefined);
  client.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  const [connection] = await connected;
  return { client, connection };
}

test('design §4 slow readers: who takes nothing of a plain answer for two minutes is disconnected', async () => {
  // More data than the socket buffers hold, for a client that does not read.
  await sql`insert into business (company_name, vat, fiscal_code, address)
    select 'Azienda ' || n, 'V' || n, 'F' || n, repeat('Via Roma ', 1100) from generate_series(1, 1500) n`.execute(
    server.db,
  );
  const { client, connection } = await ask(listBusinesses.path);
  await expect.poll(() => connection.writableNeedDrain).toBe(true);
  expect(connection.timeout).toBe(STALL_MS);
  const closed = once(connection, 'close');
  connection.emit('timeout');
  await closed;
  client.destroy();
});

test('design §4 slow readers: an answer that has not begun may take its time, and one that was read leaves no limit behind', async () => {
  const { client, connection } = await server.db.transaction().execute(async (trx) => {
    await sql`lock table business in access exclusive mode`.execute(trx);
    const asked = await ask(listBusinesses.path);
    const waiting = async () => {
      const { rows } = await sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.db);
      return rows.length;
    };
    await expect.poll(waiting).toBe(1);
    expect(asked.connection.timeout ?? 0).toBe(0);
    return asked;
  });
  await once(client.resume(), 'data');
  await expect.poll(() => connection.timeout).not.toBe(STALL_MS);
  client.destroy();
});

test('design §4 connections: a process has 5,000 at most', () => {
  expect(server.app.server.maxConnections).toBe(5000);
});

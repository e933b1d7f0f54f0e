import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { limitConnectionsOfOne } from '#server/http/create-server.ts';

test('design §4 connections: an address has its part of them, others have theirs, and one that ends makes room', async () => {
  const server = createServer((_request, response) => response.end('here'));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  limitConnectionsOfOne(server, 2);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  /** A connection whose first request the server has accepted; undefined if the server closed it. */
  const open = async (localAddress: string) => {
    const client = connect({ port, host: '127.0.0.1', localAddress }).on('error', () => undefined);
    client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const isServed = await new Promise((resolve) => {
      client.once('data', () => resolve(true)).once('close', () => resolve(false));
    });
    return isServed ? client : undefined;
  };
  const first = await open('127.0.0.1');
  const others = [await open('127.0.0.1'), await open('127.0.0.1'), await open('127.0.0.2')];
  expect([first, ...others].map((client) => client !== undefined)).toEqual([true, true, false, true]);
  first?.destroy();
  await expect.poll(() => open('127.0.0.1')).toBeDefined();
});

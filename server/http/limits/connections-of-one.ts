import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf } from './network-of.ts';

/** Ends the connections of an address above a maximum, so that no client takes all connections of the process. */
export function limitConnectionsOfOne(server: Server, max: number): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '');
    const own = open.get(network) ?? 0;
    if (own >= max) {
      socket.destroy();
      return;
    }
    open.set(network, own + 1);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
  });
}

import { request as forward } from 'node:http';
import { createServer } from 'node:https';
import { type Keys, closeTls, listenTls } from './identity-provider.ts';

export interface TlsProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts a proxy that ends TLS, as nginx does, before the server at this port of this machine. */
export async function startTlsProxy(keys: Keys, port: number): Promise<TlsProxy> {
  const server = createServer(keys, (request, response) => {
    const { method, url, headers, socket } = request;
    const forwarded = { 'x-forwarded-for': socket.remoteAddress, 'x-forwarded-proto': 'https' };
    const asked = forward(
      { host: '127.0.0.1', port, method, path: url, headers: { ...headers, ...forwarded } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    asked.on('error', () => response.destroy());
    request.pipe(asked);
  });
  const url = await listenTls(server);
  return { url, stop: () => closeTls(server) };
}

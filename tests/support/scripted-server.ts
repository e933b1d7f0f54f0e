import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A received request. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A response of the script. `hangUp` closes the connection without one. */
export type ScriptedAnswer =
  | { readonly status?: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | 'hangUp';

/** A real HTTP server on a free port with scripted responses. */
export interface ScriptedServer {
  readonly url: string;
  /** All requests, oldest first. */
  readonly requests: ReceivedRequest[];
  /** The requests to a path. */
  readonly to: (path: string) => ReceivedRequest[];
  readonly close: () => Promise<void>;
}

type Script = (request: ReceivedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;

async function bodyOf(message: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of message) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function receive(message: IncomingMessage): Promise<ReceivedRequest> {
  const { pathname, searchParams } = new URL(message.url ?? '/', 'http://server');
  const { method = '', headers } = message;
  return { method, path: pathname, query: searchParams, headers, body: await bodyOf(message) };
}

/** Starts the server. A text body is sent unchanged, any other as JSON; without one it is an empty envelope. */
export async function startScriptedServer(script: Script): Promise<ScriptedServer> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((message, response) => {
    void receive(message).then(async (request) => {
      requests.push(request);
      const answer = await script(request);
      if (answer === 'hangUp') {
        message.socket.destroy();
        return;
      }
      const { status = 200, body, headers } = answer;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(
        typeof body === 'string' ? body : JSON.stringify(body ?? (status < 400 ? { data: {} } : { error: {} })),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    to: (path) => requests.filter((request) => request.path === path),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

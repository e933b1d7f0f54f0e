import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** A request on its way to the server, with its body. */
export interface Passage {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The complete response of the server. */
export interface ServerAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request to the server. Rejects when the response is not complete. */
export function askServer(target: string, { method, path, headers, body }: Passage): Promise<ServerAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, target), { method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}
